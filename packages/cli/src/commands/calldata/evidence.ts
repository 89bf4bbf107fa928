import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { type Certainty, rulesFor } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import {
  checkEvidence,
  checkEvidenceOnChain,
  type EvidenceExpectation,
} from '@vaultwright/operations'
import { callContextOf, describeCall, ruleBook } from '@vaultwright/protocols'
import {
  type Evidence,
  type EvidenceCall,
  type EvidenceReason,
  parseEvidence,
} from '@vaultwright/review'
import { UsageError } from '../../command/usage.ts'
import { readReads } from '../../input/call.ts'
import { readInput, textOf } from '../../input/input.ts'
import { isNodeWanted } from '../../input/node-option.ts'
import { readManagerInput } from '../../input/signed.ts'
import { onChainJsonOf, printOnChain } from '../../print/on-chain.ts'
import { warnBeside } from '../../print/signed.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'
import { isYes, type OnChainOptions, verifyOnChain } from './verification.ts'

export type EvidenceCommandOptions = OnChainOptions & {
  readonly evidence: string
  readonly calldata: string | undefined
  readonly inside: string | undefined
  readonly quiet: boolean
  readonly strict: boolean
}

/** Answers `calldata verify --evidence`: from the document alone, and against a chain where one is named. */
export async function answerByEvidence(
  options: EvidenceCommandOptions,
  context: Context,
): Promise<Answer> {
  assertAlone(options)
  const evidence = parseEvidence(
    textOf(await readInput(options.evidence, context), options.evidence),
  )
  const reads = await readReads(options.reads, context)
  const { calldata: word, inside } = options
  const words = { manager: evidence.manager, inside }
  const input = word === undefined ? null : await readManagerInput(word, words, context)
  if (input !== null) warnBeside(input.around, { context, quiet: options.quiet })
  const calldata = input?.data ?? null
  const expected = expectationOf(calldata, options)
  if (isNodeWanted(options)) return answerOnChain({ evidence, expected }, options, context)
  const reasons = checkEvidence(evidence, expected, reads)
  const rootFrom = options.root === undefined ? null : 'given'
  const result: EvidenceFound = { evidence, reasons, rootFrom }
  return {
    json: () => evidenceJsonOf(result),
    text: (style) => printEvidenceVerdict(result, style),
    exit: () => (reasons.length === 0 ? 0 : 1),
  }
}

type Expected = { readonly evidence: Evidence; readonly expected: EvidenceExpectation }

/** The chain's root must be the document's, and what the document leaves to the chain is read there. */
async function answerOnChain(
  { evidence, expected }: Expected,
  options: EvidenceCommandOptions,
  context: Context,
): Promise<Answer> {
  const onChain = await verifyOnChain(
    evidence.encoded_tx_data,
    {
      ...options,
      manager: options.manager ?? evidence.manager,
      strategist: options.strategist ?? evidence.strategist ?? undefined,
    },
    context,
  )
  const accepts = (verdict: Certainty) => isYes(verdict, options.strict)
  const reasons = checkEvidenceOnChain(evidence, expected, { onChain, accepts })
  const result: EvidenceFound = { evidence, reasons, rootFrom: 'chain' }
  const ok = reasons.length === 0
  const own = (['manager', 'strategist'] as const).filter((name) => options[name] === undefined)
  return {
    json: () =>
      ({ ...(evidenceJsonOf(result) as object), ok, onChain: onChainJsonOf(onChain) }) as Json,
    text: function* (style) {
      yield* printOnChain(onChain, style)
      yield* printEvidenceVerdict(result, style)
      if (own.length > 0) yield style.yellow(ownWordLine(evidence, own))
    },
    exit: () => (ok ? 0 : 1),
  }
}

/** A document may name accounts that are not yours and whose root is on chain, too. */
function ownWordLine(evidence: Evidence, own: readonly ('manager' | 'strategist')[]): string {
  const named = own.map((name) => `${name} ${evidence[name]}`).join(' and ')
  const options = own.map((name) => `--${name}`).join(' and ')
  return `The chain was asked about ${named} on the word of the document alone: give ${options}.\n`
}

function expectationOf(calldata: Hex | null, options: EvidenceCommandOptions): EvidenceExpectation {
  const { manager, strategist } = options
  return {
    calldata,
    root: rootOf(options.root),
    managerRoot: rootOf(options['manager-root']),
    manager: manager === undefined ? null : parseAddress(manager),
    strategist: strategist === undefined ? null : parseAddress(strategist),
  }
}

function rootOf(word: string | undefined): Hex | null {
  return word === undefined ? null : printHex(parseHexOf(word, 32))
}

function assertAlone(options: EvidenceCommandOptions): void {
  const lonely = (['tree', 'manager-tree'] as const).find((name) => options[name] !== undefined)
  if (lonely !== undefined) {
    throw new UsageError(
      `Evidence carries its own leaves and proofs. Leave --${lonely} out, or --evidence.`,
    )
  }
  if (options.strategist !== undefined && !isNodeWanted(options)) {
    throw new UsageError('--strategist needs a node. Give --rpc-url as well, or leave it out.')
  }
}

export type EvidenceFound = {
  readonly evidence: Evidence
  /** Empty when the document proves its calldata and is the one that was asked for. */
  readonly reasons: readonly EvidenceReason[]
  /** Who said that the root is the right one besides the document. */
  readonly rootFrom: 'chain' | 'given' | null
}

/** Of one call: all is proven, something cannot be said offline, or something contradicts. */
type CallProof = 'proven' | 'unproven' | 'refused'
type JudgedCall = {
  readonly call: EvidenceCall
  readonly path: string
  readonly proof: CallProof
  readonly reasons: readonly EvidenceReason[]
}

export function evidenceJsonOf(evidenceResult: EvidenceFound): Json {
  const { evidence, reasons, rootFrom } = evidenceResult
  const {
    root,
    manager_root: managerRoot,
    manager,
    vault,
    strategist,
    chain_id: chainId,
  } = evidence
  return {
    ok: reasons.length === 0,
    verdict: callProofOf(reasons),
    root,
    managerRoot,
    rootFrom,
    manager,
    vault,
    strategist,
    chainId,
    calls: judgedCallsOf(evidenceResult).map(({ path, proof, call }) => ({
      path,
      verdict: proof,
      signature: call.leaf.signature,
      target: call.target,
      decoder: call.decoder,
      value: call.value,
      sentences: describeCall(callIn(call), contextOf(evidence)).sentences,
      // The document's own words.
      stated: { leaf: call.leaf_position, description: call.description },
    })),
    reasons: reasons.map(({ code, call, isOpen, message, facts }) => ({
      code,
      call,
      isOpen,
      message,
      facts,
    })),
  }
}

/** Prints what was found about evidence for a person: a line a call, its reasons below it. */
export function* printEvidenceVerdict(
  evidenceResult: EvidenceFound,
  style: TextStyle,
): Iterable<string> {
  const calls = judgedCallsOf(evidenceResult)
  for (const one of calls) yield* printCall(one, evidenceResult, style)
  const paths = new Set(calls.map(({ path }) => path))
  for (const { call, message, code } of evidenceResult.reasons) {
    if (call === null || !paths.has(call))
      yield `${printSafely(message)} ${style.dim(`[${code}]`)}\n`
  }
  yield `\n${sentenceOf(evidenceResult, calls, style)}\n`
  yield rootLine(evidenceResult, style)
}

function* printCall(
  { call, path, proof, reasons }: JudgedCall,
  { evidence }: EvidenceFound,
  style: TextStyle,
): Iterable<string> {
  const margin = '  '.repeat(path.split('.').length - 1)
  const paint = { proven: style.green, unproven: style.yellow, refused: style.red }[proof]
  const value = call.value === '0' ? '' : ` with ${call.value} wei`
  const name = nameOf(call)
  yield `${margin}${paint(proof.padEnd(8))}  call ${path}  ${name} on ${call.target}${value}\n`
  const below = `${margin}${' '.repeat(10)}`
  for (const sentence of describeCall(callIn(call), contextOf(evidence)).sentences) {
    yield `${below}${printSafely(sentence)}\n`
  }
  for (const { message, code } of reasons) {
    yield `${below}${printSafely(message)} ${style.dim(`[${code}]`)}\n`
  }
  for (const text of new Set([call.description ?? '', call.leaf.description])) {
    if (text === '') continue
    yield style.dim(`${below}words of the document, not checked: "${printSafely(text)}"\n`)
  }
  yield style.dim(`${below}leaf ${call.leaf_position} of the document\n`)
}

/** A function goes by the name that the rules know; another text may hash to the same four bytes. */
function nameOf({ data, leaf }: EvidenceCall): string {
  const signatures = rulesFor(ruleBook, data.slice(0, 10)).map(({ signature }) => signature)
  return printSafely(
    signatures.includes(leaf.signature) ? leaf.signature : (signatures[0] ?? leaf.signature),
  )
}

function callIn({ target, data, value }: EvidenceCall) {
  return { target, data, value: BigInt(value) }
}

function contextOf({ chain_id: chainId, vault }: Evidence) {
  return callContextOf(chainId, vault)
}

function sentenceOf(
  { reasons }: EvidenceFound,
  calls: readonly JudgedCall[],
  style: TextStyle,
): string {
  const proven = calls.filter(({ proof }) => proof === 'proven').length
  const count = `${proven} of ${calls.length} calls follow from the document alone`
  if (reasons.length === 0) return style.green(`Yes: ${count}.`)
  if (reasons.some(({ isOpen }) => !isOpen))
    return style.red(`No: ${count}, and what is named above speaks against the document.`)
  return style.yellow(
    `Not verifiable offline: ${count}. Give the values with --reads, or a chain with --rpc-url.`,
  )
}

/** A document can hold the proof of any tree: whose root it is only the chain knows. */
function rootLine({ evidence, rootFrom, reasons }: EvidenceFound, style: TextStyle): string {
  const { root } = evidence
  if (rootFrom === 'chain') {
    const isSame = !reasons.some(({ code }) => code === 'other_root')
    return isSame
      ? `The root ${root} is the one on chain.\n`
      : style.red(`The root ${root} is NOT the one on chain.\n`)
  }
  const how = '--rpc-url with --strategist does so'
  const rest = 'accounts, slots and descriptions are the word of the document alone'
  if (rootFrom === 'given')
    return `Whether the given root is the one on chain was not asked: ${how}. Its ${rest}.\n`
  return style.yellow(
    `The root ${root} is the document's own word. Compare it with the one on chain: ${how}; --root takes one that you know. Its ${rest}.\n`,
  )
}

function judgedCallsOf({ evidence, reasons }: EvidenceFound): readonly JudgedCall[] {
  const all = (calls: readonly EvidenceCall[], above: string): readonly JudgedCall[] =>
    calls.flatMap((call, index) => {
      const path = `${above}${index}`
      const own = reasons.filter((reason) => reason.call === path)
      return [
        { call, path, reasons: own, proof: callProofOf(own) },
        ...all(call.nested, `${path}.`),
      ]
    })
  return all(evidence.calls, '')
}

function callProofOf(reasons: readonly EvidenceReason[]): CallProof {
  if (reasons.length === 0) return 'proven'
  return reasons.every(({ isOpen }) => isOpen) ? 'unproven' : 'refused'
}
