import { type Address, type Hex, parseHexOf, printHex } from '@vaultwright/base'
import type { Certainty } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import {
  checkEvidence,
  checkEvidenceOnChain,
  type EvidenceExpectation,
} from '@vaultwright/operations'
import type { CallContext } from '@vaultwright/protocols'
import { type Evidence, parseEvidence } from '@vaultwright/review'
import { UsageError } from '../../command/usage.ts'
import { readReads } from '../../input/call.ts'
import { readInput, textOf } from '../../input/input.ts'
import { type NamingOptions, readNaming } from '../../input/naming.ts'
import { isNodeWanted } from '../../input/node-option.ts'
import {
  type Acceptance,
  isYes,
  type OnChainOptions,
  type ReadNames,
  verifyOnChain,
} from '../../input/permission.ts'
import { readManagerInput } from '../../input/signed.ts'
import { readExpectation, signedOf } from '../../print/expected.ts'
import { onChainJsonOf, printOnChain } from '../../print/on-chain.ts'
import { warnBeside } from '../../print/signed.ts'
import { printedTotals } from '../../print/total.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import {
  type EvidenceFound,
  evidenceJsonOf,
  isProven,
  printEvidenceVerdict,
} from './evidence-verdict.ts'

export type EvidenceCommandOptions = OnChainOptions &
  NamingOptions &
  Acceptance & {
    readonly evidence: string
    readonly calldata: string | undefined
    readonly inside: string | undefined
    readonly quiet: boolean
    readonly expect?: string | undefined
    readonly summary?: boolean
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
  const naming = await namingOf(evidence, options, { context })
  const result = await foundOf({ evidence, reasons, rootFrom, naming }, options, context)
  return {
    json: () => evidenceJsonOf(result),
    text: (style) => printEvidenceVerdict(result, style),
    exit: () => (isProven(result) ? 0 : 1),
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
  const accepts = (verdict: Certainty) => isYes(verdict, options)
  const reasons = checkEvidenceOnChain(evidence, expected, { onChain, accepts })
  const { units, drones, reading } = onChain
  const named = { context, units, drones, vault: reading.vault }
  const naming = await namingOf(evidence, options, named)
  const result = await foundOf({ evidence, reasons, rootFrom: 'chain', naming }, options, context)
  const missing = (['manager', 'strategist'] as const).filter((name) => options[name] === undefined)
  return {
    json: () =>
      ({ ...(evidenceJsonOf(result) as object), onChain: onChainJsonOf(onChain) }) as Json,
    text: function* (style) {
      yield* printOnChain(onChain, style)
      yield* printEvidenceVerdict(result, style)
      if (missing.length > 0) yield style.yellow(ownWordLine(evidence, missing))
    },
    exit: () => (isProven(result) ? 0 : 1),
  }
}

/** Adds what the calls of a document move, and how they compare with a request. */
async function foundOf(
  judged: Pick<EvidenceFound, 'evidence' | 'reasons' | 'rootFrom' | 'naming'>,
  { expect, summary = false }: EvidenceCommandOptions,
  context: Context,
): Promise<EvidenceFound> {
  const { evidence, naming } = judged
  const { encoded_tx_data: data, manager, strategist: sender } = evidence
  const totals = await printedTotals({ calldata: data, manager }, naming)
  const calls = signedOf({ data, around: null }, manager)
  const expected = await readExpectation(expect, { calls, sender, naming }, context)
  return { ...judged, totals, expected, summary }
}

/** Names of the registry and of a definition; the document's own words name nothing. */
function namingOf(
  { chain_id: chainId, vault }: Evidence,
  options: EvidenceCommandOptions,
  {
    context,
    ...readNames
  }: Partial<ReadNames> & { readonly vault?: Address | null; readonly context: Context },
): Promise<CallContext> {
  const from = readNames.vault === undefined ? { vaultFrom: 'document' } : {}
  return readNaming(options, { chainId, vault, ...from, file: null, ...readNames }, context)
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
