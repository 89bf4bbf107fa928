import { type Hex, isSameAddress, parseHexOf, printHex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { isSentenceOf, ruleBook } from '@vaultwright/protocols'
import {
  type Evidence,
  type EvidenceReason,
  parseEvidence,
  verifyEvidence,
} from '@vaultwright/review'
import type { Answer, Json } from './answer.ts'
import type { Context } from './context.ts'
import { readHex } from './hex-input.ts'
import { readInput, textOf } from './input.ts'
import { isNodeWanted } from './node-option.ts'
import { type EvidenceFound, evidenceJsonOf, printEvidenceVerdict } from './print/evidence.ts'
import { onChainJsonOf, printOnChain } from './print/on-chain.ts'
import { readReads } from './reads-input.ts'
import { UsageError } from './usage.ts'
import { isYes } from './verify-input.ts'
import type { OnChainVerdict, OnChainWords } from './verify-on-chain.ts'

/** How a person asks for evidence to be verified. */
export type EvidenceWords = OnChainWords & {
  readonly evidence: string
  readonly calldata: string | undefined
  readonly strict: boolean
}

/**
 * Answers `calldata verify --evidence`: from the document alone, and against a chain where one is named.
 *
 * @throws {UsageError} when a tree is given too; {@link EvidenceFileError} for what is no evidence.
 */
export async function answerByEvidence(words: EvidenceWords, context: Context): Promise<Answer> {
  assertAlone(words)
  const evidence = parseEvidence(textOf(await readInput(words.evidence, context), words.evidence))
  const reads = await readReads(words.reads, context)
  const calldata = words.calldata === undefined ? null : await readHex(words.calldata, context)
  const pinned = pinReasons(evidence, calldata, words)
  if (isNodeWanted(words)) return answerOnChain({ evidence, pinned }, words, context)
  const verdict = verifyEvidence(evidence, { rules: ruleBook, reads, isSentenceOf })
  const reasons = [...pinned, ...(verdict.ok ? [] : verdict.reasons)]
  const rootFrom = words.root === undefined ? null : 'given'
  const found: EvidenceFound = { evidence, reasons, rootFrom }
  return {
    json: () => evidenceJsonOf(found),
    text: (ink) => printEvidenceVerdict(found, ink),
    exit: () => (reasons.length === 0 ? 0 : 1),
  }
}

type Pinned = { readonly evidence: Evidence; readonly pinned: readonly EvidenceReason[] }

/** The chain's root must be the document's, and what the document leaves to the chain is read there. */
async function answerOnChain(
  { evidence, pinned }: Pinned,
  words: EvidenceWords,
  context: Context,
): Promise<Answer> {
  const { verifyOnChain } = await import('./verify-on-chain.ts')
  const onChain = await verifyOnChain(
    evidence.encoded_tx_data,
    {
      ...words,
      manager: words.manager ?? evidence.manager,
      strategist: words.strategist ?? evidence.strategist ?? undefined,
    },
    context,
  )
  const verdict = verifyEvidence(evidence, {
    rules: ruleBook,
    reads: onChain.reads.values,
    isSentenceOf,
  })
  const isYesOnChain = isYes(onChain.verdict.verdict, words.strict)
  const reasons = [
    ...pinned,
    ...chainReasons(evidence, onChain),
    ...(isYesOnChain ? [] : [chainRefusal(onChain)]),
    ...(verdict.ok ? [] : verdict.reasons),
  ]
  const found: EvidenceFound = { evidence, reasons, rootFrom: 'chain' }
  const ok = reasons.length === 0
  const own = (['manager', 'strategist'] as const).filter((name) => words[name] === undefined)
  return {
    json: () =>
      ({ ...(evidenceJsonOf(found) as object), ok, onChain: onChainJsonOf(onChain) }) as Json,
    text: function* (ink) {
      yield* printOnChain(onChain, ink)
      yield* printEvidenceVerdict(found, ink)
      if (own.length > 0) yield ink.yellow(ownWordLine(evidence, own))
    },
    exit: () => (ok ? 0 : 1),
  }
}

/** A document may name accounts of somebody else, whose root is on chain, too. */
function ownWordLine(evidence: Evidence, own: readonly ('manager' | 'strategist')[]): string {
  const named = own.map((name) => `${name} ${evidence[name]}`).join(' and ')
  const options = own.map((name) => `--${name}`).join(' and ')
  return `The chain was asked about ${named} on the word of the document alone: name whom you mean with ${options}.\n`
}

/** The verdict at the block is about the same calldata: a document never says yes beside its no. */
function chainRefusal({ verdict }: OnChainVerdict): EvidenceReason {
  return {
    code: 'chain_refuses',
    call: null,
    isOpen: verdict.verdict !== 'refused',
    message: `At the block the calldata is ${verdict.verdict}. Verify it without --evidence for the reasons.`,
    facts: { verdict: verdict.verdict },
  }
}

function chainReasons(evidence: Evidence, { chainId, reading }: OnChainVerdict): EvidenceReason[] {
  const reasons: EvidenceReason[] = []
  if (evidence.chain_id !== null && evidence.chain_id !== chainId) {
    reasons.push(differs('chain_id', String(evidence.chain_id), String(chainId)))
  }
  const { vault } = reading
  if (evidence.vault !== null && vault !== null && !isSameAddress(evidence.vault, vault)) {
    reasons.push(differs('vault', evidence.vault, vault))
  }
  if (evidence.root !== reading.root.root) {
    reasons.push(differs('root', evidence.root, reading.root.root))
  }
  const hasLoan = evidence.calls.some(({ nested }) => nested.length > 0)
  const isStated = hasLoan || evidence.manager_root !== null
  if (isStated && evidence.manager_root !== reading.managerRoot.root) {
    reasons.push(differs('manager_root', evidence.manager_root ?? 'none', reading.managerRoot.root))
  }
  return reasons
}

/** What a person names must be what the document is about. */
function pinReasons(
  evidence: Evidence,
  calldata: Hex | null,
  words: EvidenceWords,
): EvidenceReason[] {
  const root = rootOf(words.root)
  const managerRoot = rootOf(words['manager-root'])
  const manager = words.manager === undefined ? null : parseAddress(words.manager)
  const strategist = words.strategist === undefined ? null : parseAddress(words.strategist)
  const pairs: readonly (readonly [string, string | null, string | null])[] = [
    ['encoded_tx_data', calldata, evidence.encoded_tx_data],
    ['root', root, evidence.root],
    ['manager_root', managerRoot, evidence.manager_root],
    ['manager', manager, evidence.manager],
    ['strategist', evidence.strategist === null ? null : strategist, evidence.strategist],
  ]
  return pairs.flatMap(([field, wanted, stated]) =>
    wanted === null || wanted.toLowerCase() === stated?.toLowerCase()
      ? []
      : [differs(field, stated ?? 'none', wanted)],
  )
}

function differs(field: string, stated: string, wanted: string): EvidenceReason {
  const values = `${stated.slice(0, 66)} is in the document, ${wanted.slice(0, 66)} was expected`
  const message = `The document is about another ${field}: ${values}.`
  return { code: `other_${field}`, call: null, isOpen: false, message, facts: { stated, wanted } }
}

function rootOf(word: string | undefined): Hex | null {
  return word === undefined ? null : printHex(parseHexOf(word, 32))
}

function assertAlone(words: EvidenceWords): void {
  const lonely = (['tree', 'manager-tree'] as const).find((name) => words[name] !== undefined)
  if (lonely !== undefined) {
    throw new UsageError(
      `Evidence carries its own leaves and proofs. Leave --${lonely} out, or --evidence.`,
    )
  }
  if (words.strategist !== undefined && !isNodeWanted(words)) {
    throw new UsageError('--strategist is for a chain. Give --rpc-url too, or leave it out.')
  }
}
