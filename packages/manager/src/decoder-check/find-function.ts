import type { Hex } from '@vaultwright/base'
import type { AbiFunction } from '../abi/abi-type.ts'
import type { RuleBook } from '../rule/rule-book.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import type { CheckCall } from './check-call.ts'
import { askDecoder, type CheckWork } from './check-work.ts'
import type { DecoderReply } from './compare-reply.ts'
import { drawSample } from './draw-sample.ts'
import { openRandom } from './random.ts'

/** A function that a decoder may have. */
export type FunctionCandidate = {
  readonly fn: AbiFunction
  readonly selector: Hex
  /** None for a function that only a tree or a person names. */
  readonly rules: readonly CompiledRule[]
}

/** A selector that the decoder's code compares with and that has no name. */
export type UnknownSelector = { readonly selector: Hex; readonly reply: DecoderReply }

/** The functions that a decoder has of those asked about, and its others. */
type FunctionsInCode = {
  readonly present: readonly FunctionCandidate[]
  readonly missing: readonly FunctionCandidate[]
  readonly unknown: readonly UnknownSelector[]
}

/** Calldata that distinguishes a function from the fallback. */
const probesPerFunction = 4

/**
 * Lists the functions of rules.
 *
 * @returns each selector once, with the rules of every decoder and version that has it.
 */
export function functionCandidates(book: RuleBook): readonly FunctionCandidate[] {
  return [...book.groups].flatMap(([selector, { rules }]) => {
    const [first] = rules
    if (first === undefined) return []
    const same = rules.filter(({ signature }) => signature === first.signature)
    return [{ fn: first.function, selector: selector as Hex, rules: same }]
  })
}

/**
 * Finds which functions a deployed decoder has: it answers them otherwise than its fallback does.
 *
 * Where the fallback says as little as a refusing function does, the code decides: it compares with the
 * selector.
 *
 * @returns the candidates, and selectors of the code that are none of them and answer like a decoder's function.
 */
export function* findFunctions(
  candidates: readonly FunctionCandidate[],
  code: Hex,
  seed: string,
): CheckWork<FunctionsInCode> {
  const inCode = selectorsInCode(code)
  const selectors = new Set(candidates.map(({ selector }) => selector))
  const further = [...inCode].filter((selector) => !selectors.has(selector))
  const absentSelector = madeUpSelector(new Set([...inCode, ...selectors]))
  const probes = candidates.map((candidate) => probesOf(candidate, seed))
  const calls = [absentSelector, ...further].map((selector) =>
    plainCall(`${selector}${'00'.repeat(512)}`),
  )
  const replies = yield* askDecoder([...calls, ...probes.flat()])
  const fallback = replies[0]!
  const isOther = (reply: DecoderReply) => replyKey(reply) !== replyKey(fallback)
  const unknown = further.flatMap((selector, index) => {
    const reply = replies[1 + index]!
    return isOther(reply) && isDecoderReply(reply) ? [{ selector, reply }] : []
  })
  let next = calls.length
  const present: FunctionCandidate[] = []
  const missing: FunctionCandidate[] = []
  for (const [index, candidate] of candidates.entries()) {
    const answers = replies.slice(next, next + probes[index]!.length)
    next += probes[index]!.length
    const isSilent = fallback.kind === 'refused' && fallback.data === '0x'
    const isThere = answers.some(isOther) || (isSilent && inCode.has(candidate.selector))
    if (isThere) present.push(candidate)
    else missing.push(candidate)
  }
  return { present, missing, unknown }
}

/** Lists the selectors that a contract's code compares the calldata with. */
function selectorsInCode(code: Hex): ReadonlySet<Hex> {
  const selectors = new Set<Hex>()
  const digits = code.slice(2).toLowerCase()
  for (let index = 0; index < digits.length; index += 2) {
    const opcode = Number.parseInt(digits.slice(index, index + 2), 16)
    if (opcode === 0x63 && /^(80)?1461....57/.test(digits.slice(index + 10, index + 22))) {
      selectors.add(`0x${digits.slice(index + 2, index + 10)}`)
    }
    if (opcode >= 0x60 && opcode <= 0x7f) index += 2 * (opcode - 0x5f)
  }
  return selectors
}

function probesOf({ fn, rules, selector }: FunctionCandidate, seed: string): readonly CheckCall[] {
  const random = openRandom(`${seed} probe ${selector}`)
  const plan = { fn, rules, reads: {}, accounts: [], random }
  const drawn = drawSample(plan, 6 + probesPerFunction)
  return drawn.length === 1 ? drawn : drawn.slice(6, 9).concat(drawn.slice(5, 6))
}

function plainCall(calldata: string): CheckCall {
  return { values: [], tail: '0x', damage: null, calldata: calldata as Hex }
}

function madeUpSelector(taken: ReadonlySet<Hex>): Hex {
  const random = openRandom('a selector that nothing has')
  for (;;) {
    const selector = random.bytes(4)
    if (!taken.has(selector)) return selector
  }
}

/** Getters return a word, which no decoder's function does. */
function isDecoderReply(reply: DecoderReply): boolean {
  return reply.kind === 'packed' || !reply.isAnswer
}

function replyKey(reply: DecoderReply): string {
  if (reply.kind === 'packed') return `packed ${reply.packed}`
  return `${reply.isAnswer ? 'returns' : 'reverts'} ${reply.data}`
}
