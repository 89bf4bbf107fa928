import type { Address } from '@vaultwright/base'
import {
  type ActingStrategist,
  type AnswerSummary,
  type BuildTrees,
  type CheckedSafe,
  type CheckedSafeEntry,
  type CheckedSafeQueue,
  checkSafeAccount,
  checkSafeQueue,
  namingFor,
  noRootInputs,
  openRootProof,
  packetRootOf,
  type SafeAccountAnswer,
  safeEntryAnswer,
} from '@vaultwright/check'
import { printSolidity } from '@vaultwright/formats'
import type { PacketRoot } from '@vaultwright/packet'
import { type CallContext, ruleBook } from '@vaultwright/protocols'
import type { SafeQueueData } from '@vaultwright/wire'

/** The answers of the service about a Safe's queue, none of which is believed. */
export type QueueAnswers = {
  readonly queue: SafeQueueData
  readonly account: SafeAccountAnswer
  /** Null where no root of the Safe is in force. */
  readonly place: ActingStrategist | null
  readonly trees: BuildTrees | null
  /** Answer of `getRootProof`; null where the service gives none. */
  readonly rootProof: string | null
}

/** An entry with its answer. */
export type OpenEntry = CheckedSafeEntry & { readonly answer: AnswerSummary }

/** A queue that was judged in this page. */
export type OpenQueue = Pick<CheckedSafeQueue, 'findings'> & {
  readonly safe: CheckedSafe
  readonly entries: readonly OpenEntry[]
  readonly root: PacketRoot | null
  readonly naming: CallContext
  readonly vault: Address
  /** When each service was read. */
  readonly listings: SafeQueueData['listings']
}

/**
 * Judges a queue by the raw rows, the account that follows from the block's hash, and the tree that was rebuilt here.
 *
 * @throws {SafeAccountProofError} {InvalidProofFileError} when a proof does not hold.
 */
export async function openSafeQueue(
  { queue, account, place, trees, rootProof }: QueueAnswers,
  {
    safe: address,
    chainId,
    vault,
  }: { readonly safe: Address; readonly chainId: number; readonly vault: Address },
): Promise<OpenQueue> {
  const safe = checkSafeAccount(account, { safe: address, chainId })
  const tree = trees === null ? null : droppedTree(trees.file)
  const managerTree =
    trees === null || trees.managerFile === null ? null : droppedTree(trees.managerFile)
  const proof = rootProof === null ? null : openRootProof(rootProof)
  const inputs = {
    ...noRootInputs,
    tree,
    managerTree,
    proof,
    vault,
    manager: place?.manager ?? null,
  }
  const root = packetRootOf(inputs)
  const evidence = { root, rules: ruleBook, reads: {}, naming: namingFor(chainId, inputs) }
  const { naming, ...checked } = await checkSafeQueue(queue, safe, evidence)
  return {
    safe,
    root,
    naming,
    vault,
    findings: checked.findings,
    listings: queue.listings,
    entries: checked.entries.map((entry) => ({
      ...entry,
      answer: safeEntryAnswer(entry, safe, naming),
    })),
  }
}

function droppedTree(file: BuildTrees['file']) {
  return { name: 'of the service', file, text: printSolidity(file) }
}
