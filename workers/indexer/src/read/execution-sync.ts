import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { readVaultLogs, type VaultLogs } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import {
  parseStatement,
  printExecutionDetails,
  readVaultExecutions,
  type VaultExecution,
} from '@vaultwright/safe-service'
import type { StoredExecution } from '@vaultwright/store'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import type { TenantVaultRef } from '../task/task.ts'
import { type DeployedVault, overlapOf } from './root-sync.ts'

/** Blocks that one task reads at most: what is left is the next one's. */
const maxBlocks = 200_000n
/** Transactions that are read at once, and stored before the next. */
const together = 10

type SyncTarget = { readonly indexedVault: DeployedVault; readonly head: BlockRef }

/**
 * Makes the stored executions of a vault what its Manager and the Safes among its strategists logged, up to a block,
 * each with what it did and whether that was as stated. A Safe is read since it has a root.
 *
 * @returns true while more is to be read.
 * @throws what reading store and chain throws; what was stored before stays.
 */
export async function syncExecutions(
  context: IndexContext,
  indexed: IndexedChain,
  { indexedVault, head }: SyncTarget,
): Promise<boolean> {
  const { store, observe } = context
  const { vaultRef, deployment, since } = indexedVault
  const { tenantId } = vaultRef
  const rootsNext = await store.roots.nextBlock(tenantId, vaultRef)
  if (deployment.manager === zeroAddress || rootsNext === null) return false
  const next = (await store.executions.nextBlock(tenantId, vaultRef)) ?? since.block
  const isEarly = next - overlapOf(indexed) < since.block
  const fromBlock = isEarly ? since.block : next - overlapOf(indexed)
  // Who is a strategist is known as far as roots were read.
  const end = [head.number, rootsNext - 1n, fromBlock + maxBlocks - 1n].reduce(smaller)
  // Heads only rise: where no block is new, none was replaced either.
  if (end < next) return false
  const toBlock = end === head.number ? head : await indexed.chain.readBlock(end)
  const actors = {
    manager: deployment.manager,
    strategists: await strategistsOf(context, indexedVault),
  }
  const transactions = await readVaultLogs(indexed.chain, actors, { fromBlock, toBlock })
  const marks = await store.executions.marks(tenantId, vaultRef, { fromBlock, toBlock: end })
  const total = { added: 0, removed: 0 }
  let from = fromBlock
  for (const { list, to } of slicesOf(transactions, end)) {
    const isStored = ([log]: VaultLogs) =>
      marks.some((mark) => mark.txHash === log.transactionHash && mark.blockHash === log.blockHash)
    const stays = new Set(list.filter(isStored).map(([log]) => log.transactionHash))
    const unchanged = marks.filter(({ txHash }) => stays.has(txHash))
    const unread = list.filter((logs) => !isStored(logs))
    const executions = await Promise.all(
      unread.map((logs) => readExecutionsOf(context, indexed, { indexedVault, logs })),
    )
    const rows = executions.flat().map(rowOf)
    const range = { ...vaultRef, fromBlock: from, toBlock: to }
    const change = await store.executions.sync(tenantId, range, { rows, unchanged })
    for (const execution of executions.flat()) reportUnstated(context, vaultRef, execution)
    total.added += change.added
    total.removed += change.removed
    from = to + 1n
  }
  if (total.added + total.removed > 0) {
    observe({ event: 'executions_synced', vaultRef, ...total, toBlock: String(end) })
  }
  return end === fromBlock + maxBlocks - 1n && end < head.number
}

/** The age of a block, in seconds, from which on it is history: a vault that is added brings years of it, and no alert. */
const historySeconds = 86_400n

function reportUnstated(
  { observe, nowUnix }: IndexContext,
  vaultRef: TenantVaultRef,
  { outcome, strategist, transactionHash: txHash, block, details }: VaultExecution,
): void {
  if (outcome !== null || block.timestamp < nowUnix() - historySeconds) return
  const { origin, notStatedBecause: reason } = details
  observe({
    event: 'execution_unstated',
    vaultRef,
    origin: origin ?? 'unknown',
    strategist,
    txHash,
    block: String(block.number),
    reason,
  })
}

type TransactionTarget = { readonly indexedVault: DeployedVault; readonly logs: VaultLogs }

async function readExecutionsOf(
  { store }: IndexContext,
  { chain, slug }: IndexedChain,
  { indexedVault, logs }: TransactionTarget,
): Promise<readonly VaultExecution[]> {
  const { vaultRef, deployment } = indexedVault
  return readVaultExecutions(chain, logs, {
    manager: deployment.manager,
    watched: [vaultRef.vault, ...deployment.drones],
    statementOf: async (safe: Address, safeTxHash: Hex) => {
      const safeRef = { chain: slug, safe }
      const stored = await store.safeQueues.findStatement(vaultRef.tenantId, safeRef, safeTxHash)
      return stored === null ? null : parseStatement(JSON.parse(stored.body), safeTxHash)
    },
  })
}

/** Each strategist since its first root. */
async function strategistsOf({ store }: IndexContext, { vaultRef }: DeployedVault) {
  const history = await store.roots.history(vaultRef.tenantId, vaultRef)
  const since = new Map<Address, bigint>()
  for (const { strategist, block } of history) {
    if (!since.has(strategist)) since.set(strategist, block)
  }
  return [...since].map(([address, sinceBlock]) => ({ address, sinceBlock }))
}

/** Cuts transactions into parts that end with a block; the last part ends with the range. */
function slicesOf(transactions: readonly VaultLogs[], end: bigint) {
  const slices: { list: VaultLogs[]; to: bigint }[] = [{ list: [], to: end }]
  for (const logs of transactions) {
    const current = slices.at(-1)!
    const last = current.list.at(-1)?.[0].blockNumber ?? logs[0].blockNumber
    if (current.list.length >= together && logs[0].blockNumber > last) {
      current.to = last
      slices.push({ list: [logs], to: end })
    } else current.list.push(logs)
  }
  return slices
}

function rowOf({ block, transactionHash, details, ...execution }: VaultExecution): StoredExecution {
  const { logIndex, strategist, safeTxHash, calls, outcome } = execution
  return {
    block: block.number,
    blockHash: block.hash,
    atUnix: block.timestamp,
    txHash: transactionHash,
    logIndex,
    strategist,
    safeTxHash,
    calls,
    outcome,
    body: printExecutionDetails(details),
  }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
