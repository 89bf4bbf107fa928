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
import { entryEvidenceOf, type ManagerEvidence, type PacketRoot } from '@vaultwright/packet'
import { type CallContext, ruleBook } from '@vaultwright/protocols'
import type { SafeQueueData } from '@vaultwright/wire'
import { nextTask } from '../../part/next-task.ts'

/** The answers of the service about a Safe's queue, none of which is believed. */
export type QueueAnswers = {
  readonly queue: SafeQueueData
  readonly account: SafeAccountAnswer
  /** Vaults of the Safe: each batch is held against that whose Manager it calls, else against the first. */
  readonly vaults: readonly [VaultAnswers, ...VaultAnswers[]]
}

/** The answers of the service about a vault of which the Safe is a strategist. */
export type VaultAnswers = {
  readonly vault: Address
  /** Null where the service knows no deployment. */
  readonly manager: Address | null
  /** Null where no root of the Safe is in force. */
  readonly place: ActingStrategist | null
  readonly trees: BuildTrees | null
  /** Answer of `getRootProof`; null where the service gives none. */
  readonly rootProof: string | null
}

/** An entry with its answer, and the root and the names by which it was judged. */
export type OpenEntry = CheckedSafeEntry & {
  readonly answer: AnswerSummary
  readonly root: PacketRoot | null
  readonly naming: CallContext
}

/** A queue that was judged in this page. */
export type OpenQueue = Pick<CheckedSafeQueue, 'findings'> & {
  readonly safe: CheckedSafe
  readonly entries: readonly OpenEntry[]
  /** When each service was read. */
  readonly listings: SafeQueueData['listings']
}

/**
 * Judges a queue by the raw rows, the account that follows from the block's hash, and the tree that was rebuilt here.
 *
 * @throws {SafeAccountProofError} {InvalidProofFileError} when a proof does not hold.
 */
export async function openSafeQueue(
  { queue, account, vaults }: QueueAnswers,
  { safe: address, chainId }: { readonly safe: Address; readonly chainId: number },
): Promise<OpenQueue> {
  const safe = checkSafeAccount(account, { safe: address, chainId })
  // The page stays usable between one check and the next.
  await nextTask()
  const opened = vaults.map((each) => openVault(each, chainId))
  const { root, naming } = opened[0]!
  const judgedVaults = opened.flatMap(({ manager, ...further }) =>
    manager === null ? [] : [{ ...further, manager }],
  )
  const named = { root, naming, vaults: judgedVaults, rules: ruleBook, reads: {} }
  await nextTask()
  const { evidence, ...checked } = await checkSafeQueue(queue, safe, named)
  return {
    safe,
    findings: checked.findings,
    listings: queue.listings,
    entries: checked.entries.map((entry) => {
      const evidenceOfEntry = entryEvidenceOf(entry.verdict, evidence)
      return {
        ...entry,
        ...evidenceOfEntry,
        answer: safeEntryAnswer(entry, safe, evidenceOfEntry.naming),
      }
    }),
  }
}

/** Opens what batches of a vault are held against. */
function openVault(
  { vault, manager, place, trees, rootProof }: VaultAnswers,
  chainId: number,
): Pick<ManagerEvidence, 'root' | 'naming'> & { readonly manager: Address | null } {
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
  return { manager, root: packetRootOf(inputs), naming: namingFor(chainId, inputs) }
}

function droppedTree(file: BuildTrees['file']) {
  return { name: 'of the service', file, text: printSolidity(file) }
}
