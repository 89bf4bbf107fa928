import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import {
  type BlockRef,
  type CheckedFunction,
  checkDecoder,
  type DecoderCheckReport,
} from '@vaultwright/chain'
import {
  type FunctionCandidate,
  functionCandidates,
  isPadding,
  parseSignature,
  selectorOf,
} from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import type { Context } from './context.ts'
import { untilInterrupted } from './interrupt.ts'
import { blockTagOf, onChain } from './node-input.ts'
import type { NodeWords } from './node-option.ts'
import { buildProgress } from './progress.ts'
import { readTree } from './tree-input.ts'
import { UsageError } from './usage.ts'

/** What a check of a deployed decoder is told. */
export type DecoderCheckOptions = NodeWords & {
  readonly address: string
  readonly functions: readonly string[]
  readonly tree: string | undefined
  readonly contract: readonly string[]
  readonly runs: number | undefined
  readonly seed: number | undefined
  readonly budget: number | undefined
  readonly quiet: boolean
}

/** What a check of a deployed decoder came to, and by what it can be repeated. */
export type CheckedDecoder = {
  /** No function differs, none that was asked for is missing, and all were asked about. */
  readonly ok: boolean
  readonly decoder: Address
  readonly chainId: number
  readonly block: BlockRef
  readonly seed: number
  readonly runs: number
  readonly questions: number
  readonly functions: readonly CheckedFunction[]
  readonly unknown: DecoderCheckReport['unknown']
}

const defaultRuns = 100
const defaultSeed = 1
const defaultBudget = 500_000

/**
 * Checks a deployed decoder against the rules.
 *
 * @returns a verdict for each function that the decoder has, or that was asked for by name.
 * @throws {UsageError} when an option is none; {NoDecoderFunctionError} when nothing is known of the decoder.
 * @throws {NoCodeError} when there is no contract; what reading a tree and asking a node throw.
 */
export async function checkDeployedDecoder(
  options: DecoderCheckOptions,
  context: Context,
): Promise<CheckedDecoder> {
  const decoder = parseAddress(options.address)
  const contracts = options.contract.map(parseAddress)
  const { runs = defaultRuns, seed = defaultSeed, budget = defaultBudget } = options
  if (runs === 0 || budget === 0) {
    throw new UsageError('--runs and --budget are 1 or more. Leave them out for the default.')
  }
  const tag = blockTagOf(options.block)
  const wanted = wantedOf(options.functions, await leafFunctions(options.tree, decoder, context))
  const work = onChain(options, context, async (chain) => {
    const block = await chain.readBlock(tag)
    const progress = buildProgress(1, context, options.quiet)
    try {
      const plan = {
        ...{ decoder, block, contracts, runs, budget, seed: String(seed) },
        candidates: wanted.candidates,
      }
      const report = await checkDecoder(chain, plan, {
        found: (functions) => {
          progress.grow(functions)
          progress.step('functions')
        },
        checked: progress.step,
      })
      const named = report.functions.filter(
        ({ kind, selector }) => kind !== 'missing' || wanted.named.has(selector),
      )
      if (named.length === 0) throw new NoDecoderFunctionError(decoder, report.unknown.length)
      return {
        ...{ ok: named.every(isAgreed), decoder, chainId: chain.id, block, seed, runs },
        ...{ questions: report.questions, functions: named },
        // Who names functions asks about no others.
        unknown: options.functions.length > 0 ? [] : report.unknown,
      }
    } finally {
      progress.end()
    }
  })
  return untilInterrupted(context.signal, work)
}

/** A function without a rule is no difference: there is nothing that it could differ from. */
function isAgreed(checked: CheckedFunction): boolean {
  if (checked.kind === 'checked') return checked.verdict.differences.length === 0
  return checked.kind === 'searched'
}

type Wanted = {
  readonly candidates: readonly FunctionCandidate[]
  /** Selectors that a person or a tree names: the decoder must have them. */
  readonly named: ReadonlySet<Hex>
}

/** Functions of all rules and of the leaves, or those among them that are named. */
function wantedOf(words: readonly string[], leaves: readonly FunctionCandidate[]): Wanted {
  const known = merge([...functionCandidates(ruleBook), ...leaves])
  const texts = words.flatMap(splitOutside).filter((text) => text !== '')
  if (texts.length === 0) {
    return { candidates: known, named: new Set(leaves.map(({ selector }) => selector)) }
  }
  const groups = texts.map((text) => namedBy(text, known))
  // A bare name may mean several functions, of which a decoder has one.
  const exact = groups.filter((group) => group.length === 1).flat()
  return {
    candidates: merge(groups.flat()),
    named: new Set(exact.map(({ selector }) => selector)),
  }
}

function namedBy(text: string, known: readonly FunctionCandidate[]): readonly FunctionCandidate[] {
  if (text.includes('(')) {
    const fn = parseSignature(text)
    const selector = selectorOf(fn.canonical)
    const same = known.find((candidate) => candidate.selector === selector)
    return [same ?? { fn, selector, rules: [] }]
  }
  const lower = text.toLowerCase()
  const found = known.filter(({ fn, selector }) => fn.name === text || selector === lower)
  if (found.length > 0) return found
  throw new UsageError(
    `No rule and no leaf knows a function ${JSON.stringify(text)}. Give its signature, as in 'transfer(address to, uint256 amount)'.`,
    { option: 'functions', value: text },
  )
}

async function leafFunctions(
  path: string | undefined,
  decoder: Address,
  context: Context,
): Promise<readonly FunctionCandidate[]> {
  if (path === undefined) return []
  const { tree } = await readTree(path, context)
  const own = tree.leaves.filter((leaf) => !isPadding(leaf) && isSameAddress(leaf.decoder, decoder))
  if (own.length === 0) {
    throw new UsageError(`No leaf of ${path} names the decoder ${decoder}. Leave --tree out.`)
  }
  const signatures = new Set(own.map(({ signature }) => signature))
  return [...signatures].map((signature) => {
    const fn = parseSignature(signature)
    return { fn, selector: selectorOf(fn.canonical), rules: [] }
  })
}

/** One candidate a selector; the first one stays, so that rules go before bare names. */
function merge(candidates: readonly FunctionCandidate[]): readonly FunctionCandidate[] {
  const merged = new Map<Hex, FunctionCandidate>()
  for (const candidate of candidates) {
    if (!merged.has(candidate.selector)) merged.set(candidate.selector, candidate)
  }
  return [...merged.values()]
}

/** Commas within parentheses part parameters, not functions. */
function splitOutside(text: string): readonly string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

/** A contract has none of the functions that rules, a tree or a person name. */
export class NoDecoderFunctionError extends BaseError {
  override readonly code = 'no_decoder_function'

  constructor(decoder: Address, unknown: number) {
    super({
      message: `${decoder} has no function that a rule describes. Check that it is a decoder, or name its functions with --functions or --tree.`,
      facts: { decoder, unknown },
    })
  }
}
