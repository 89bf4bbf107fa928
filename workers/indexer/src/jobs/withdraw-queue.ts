import { BaseError } from '@vaultwright/base'
import { type QueueReading, readQueueState } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { checkQueue, QueueLogError, type WithdrawQueue } from '@vaultwright/queue'
import type { VaultQueue } from '@vaultwright/store'
import { printTime, type WithdrawQueueData, type WithdrawQueuesData } from '@vaultwright/wire'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import { behindReasonOf, readHead } from '../context/final-head.ts'
import { type DeployedVault, withDeployment } from '../read/root-sync.ts'
import { findIndexedVault } from '../read/vault-read-plan.ts'
import type { Task } from '../task/task.ts'
import { readQueueData } from '../withdraw/queue-reading.ts'
import { type QueueTarget, readQueueAnew, syncQueue } from '../withdraw/queue-sync.ts'
import { defineJob, done } from './job.ts'

/** Lists the vaults that name withdraw queues, each with its task. */
export async function withdrawTasks({
  store,
}: Pick<IndexContext, 'store'>): Promise<readonly Extract<Task, { kind: 'withdraw.queue' }>[]> {
  const vaults = await store.vaults.everywhere()
  return vaults
    .filter(({ status }) => status !== 'retired')
    .flatMap(({ tenantId, address: vault, deployments }) =>
      deployments
        .filter(({ queues }) => queues.length > 0)
        .map(({ chain }) => ({ kind: 'withdraw.queue' as const, tenantId, chain, vault })),
    )
}

/**
 * Stores the requests of a vault's withdraw queues, holds them against the contracts, and executes what is paid of them
 * now: all at one block.
 */
export const withdrawQueue = defineJob({
  kind: 'withdraw.queue',
  run: async ({ kind: _, ...vaultRef }, context) => {
    const indexedVault = await findIndexedVault(context, vaultRef)
    if (indexedVault === null || indexedVault.deployment.queues.length === 0) return done
    const indexed = await context.chains(vaultRef.chain)
    const { head, behind } = await context.singleFlight(`head ${vaultRef.chain}`, () =>
      readHead(context, indexed),
    )
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    const last = await context.store.withdrawQueues.latest(vaultRef.tenantId, vaultRef)
    if (last?.blockNumber === head.number && last.blockHash === head.hash) return done
    const deployed = await withDeployment(context, indexed, indexedVault)
    const entries: QueueEntry[] = []
    let fault: BaseError | null = null
    for (const entry of deployed.deployment.queues) {
      try {
        const queueEntry = await readEntry(context, indexed, { deployed, entry, head })
        if (queueEntry === null) {
          return { kind: 'wait', seconds: 1, reason: 'More blocks are to be read of a queue.' }
        }
        entries.push(queueEntry)
      } catch (error) {
        if (!isFaulty(error)) throw error
        fault ??= error
        entries.push({ data: uncheckedOf(entry, error), queue: null })
      }
    }
    const data = await readingOf(indexed, { deployed, entries, head })
    await context.store.withdrawQueues.putReading(vaultRef.tenantId, vaultRef, {
      blockNumber: head.number,
      blockHash: head.hash,
      atUnix: head.timestamp,
      body: JSON.stringify(data),
    })
    for (const { address, check } of data.queues) {
      const state = check.state
      context.observe({
        event: 'queue_read',
        vaultRef,
        queue: address as VaultQueue['queue'],
        state,
      })
    }
    // The reading says which queue could not be read; the failure tells who operates.
    if (fault !== null) throw fault
    return done
  },
})

type QueueEntry = { readonly data: WithdrawQueueData; readonly queue: WithdrawQueue | null }

type EntryTarget = {
  readonly deployed: DeployedVault
  readonly entry: VaultQueue
  readonly head: BlockRef
}

async function readEntry(
  context: IndexContext,
  indexed: IndexedChain,
  { deployed, entry, head }: EntryTarget,
): Promise<QueueEntry | null> {
  const { vaultRef, deployment, since } = deployed
  const address = entry.queue
  const state = await readQueueState(indexed.chain, {
    address,
    vault: vaultRef.vault,
    block: head,
    proves: false,
  })
  // A queue has no request before its vault has shares.
  const target = { vaultRef, address, fromBlock: since.block, head }
  let queue: WithdrawQueue | null
  try {
    queue = await syncQueue(context, indexed, target)
    if (queue === null) return null
    // What is stored may lack a log that a node left out.
    const isOther = checkQueue(queue, state.contract).state === 'differs'
    if (isOther && mayReadAnew(context, target))
      queue = await readQueueAnew(context, indexed, target)
  } catch (error) {
    if (!(error instanceof QueueLogError) || !mayReadAnew(context, target)) throw error
    queue = await readQueueAnew(context, indexed, target)
  }
  const { contract, ...facts } = state
  const check = checkQueue(queue, contract)
  const reading: QueueReading = { ...facts, queue, check, fromBlock: since.block, block: head }
  const { teller } = deployment
  return { data: await readQueueData(indexed, { reading, entry, teller }), queue }
}

/** Seconds between two readings of all logs of a queue whose contract has other requests. */
const anewSeconds = 3_600n

function mayReadAnew(
  { queueScans, nowUnix }: IndexContext,
  { vaultRef: { tenantId, chain, vault }, address }: QueueTarget,
): boolean {
  const key = [tenantId, chain, vault.toLowerCase(), address.toLowerCase()].join(' ')
  const last = queueScans.get(key)
  if (last !== undefined && nowUnix() - last < anewSeconds) return false
  queueScans.set(key, nowUnix())
  return true
}

/** Tells failures of what the vault names, and of what its logs say, from those of a node. */
function isFaulty(error: unknown): error is BaseError {
  if (!(error instanceof BaseError)) return false
  return error.kind === 'invalid_input' || error.code === 'no_code' || error.code === 'queue_log'
}

function uncheckedOf({ queue, solver }: VaultQueue, error: BaseError): WithdrawQueueData {
  const isLog = error.code === 'queue_log'
  const difference = { what: 'logs' as const, position: null, folded: null, contract: null }
  return {
    address: queue,
    kind: 'boring',
    paused: null,
    check: {
      state: isLog ? 'differs' : 'not_checked',
      proven: false,
      ids: null,
      difference: isLog ? difference : null,
      reason: error.shortMessage,
    },
    solvers:
      solver === null
        ? []
        : [
            {
              address: solver,
              kind: null,
              sender: null,
              may: null,
              missing: [],
              reason: error.shortMessage,
            },
          ],
    assets: [],
  }
}

type ReadingParts = {
  readonly deployed: DeployedVault
  readonly entries: readonly QueueEntry[]
  readonly head: BlockRef
}

async function readingOf(
  { chain }: IndexedChain,
  { deployed: { vaultRef }, entries, head }: ReadingParts,
): Promise<WithdrawQueuesData> {
  const requested = entries.flatMap(({ queue }) => [...(queue?.requests.values() ?? [])])
  const assets = [...new Set(requested.map(({ assetOut }) => assetOut))]
  const [share, tokens] = await Promise.all([
    chain.readToken(vaultRef.vault, head),
    chain.readTokens(assets, head),
  ])
  return {
    block_number: Number(head.number),
    block_hash: head.hash,
    as_of: printTime(head.timestamp),
    share_decimals: share.decimals,
    queues: entries.map(({ data }) => data),
    units: assets.map((asset, index) => {
      const { symbol, decimals } = tokens[index]!
      return { asset, symbol, decimals }
    }),
  }
}
