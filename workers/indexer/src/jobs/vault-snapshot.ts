import type { BlockRef } from '@vaultwright/outcome'
import type { ReadingMark } from '@vaultwright/store'
import { assetDollarsOf, endOfDay, shiftDay } from '@vaultwright/valuation'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import { behindReasonOf, headAfter } from '../context/final-head.ts'
import { deriveFor, inputsChanged } from '../derive/derive.ts'
import { readDay } from '../read/day-reading.ts'
import { type DeployedVault, syncRoots, withDeployment } from '../read/root-sync.ts'
import { findIndexedVault, type PlannedDay, planDay } from '../read/vault-read-plan.ts'
import { printRawReading, type RawReading } from '../reading/raw-reading.ts'
import { vaultStateOf } from '../reading/vault-state.ts'
import type { TaskEnd } from '../task/queue.ts'
import type { TenantVaultRef } from '../task/task.ts'
import { completionOf } from '../value/whole-receipt.ts'
import { defineJob, done } from './job.ts'

/** The time after which a day that is not over is read again. */
const waitSeconds = 60

/** Reads a day, keeps the reading, and writes its snapshot; a day that is no longer over is withdrawn. */
export const vaultSnapshot = defineJob({
  kind: 'vault.snapshot',
  run: async ({ kind: _, day, reason, ...vaultRef }, context) => {
    const storedVault = await findIndexedVault(context, vaultRef)
    if (storedVault === null) return done
    const order = { days: { snapshot: [day] }, reason: reason ?? inputsChanged }
    const reading = await context.store.readings.find(vaultRef.tenantId, vaultRef, day)
    if (reason === null && reading !== null) {
      await deriveFor(context, storedVault, order)
      context.observe({ event: 'day_kept', vaultRef, day })
      return done
    }
    const begun = performance.now()
    const indexed = await context.chains(vaultRef.chain)
    const { head, behind } = await headAfter(context, indexed, endOfDay(day))
    if (behind !== null) {
      return { kind: 'wait', seconds: waitSeconds, reason: behindReasonOf(head, behind) }
    }
    const indexedVault = await withDeployment(context, indexed, storedVault)
    if (endOfDay(day) < indexedVault.since.atUnix) return done
    const planned = await readPlannedDay(context, indexed, {
      indexedVault: indexedVault,
      day,
      head,
    })
    if (planned === null) {
      if (reason !== null) return withdraw(context, { vaultRef, kept: reading, reason })
      return { kind: 'wait', seconds: waitSeconds, reason: `${day} is not over and final.` }
    }
    await ensureRoots(context, indexed, {
      indexedVault: indexedVault,
      head,
      upTo: planned.end.block.number,
    })
    const { raw, rounds } = await readDay(
      context,
      indexed,
      await planDay(context, indexedVault, { ...planned, chain: indexed.chain, head }),
    )
    const { number, hash, timestamp } = planned.end.block
    const { chain, vault, tenantId } = vaultRef
    const put = await context.store.readings.put(
      tenantId,
      {
        chain,
        vault,
        day,
        body: printRawReading(raw),
        blockNumber: number,
        blockHash: hash,
        atUnix: timestamp,
      },
      reason,
    )
    await deriveFor(context, indexedVault, order)
    await keepDollarPrices(context, { vaultRef, raw })
    const calls = raw.calls.length
    const ms = Math.round(performance.now() - begun)
    if (put === 'kept') context.observe({ event: 'day_kept', vaultRef, day })
    else context.observe({ event: 'day_indexed', vaultRef, day, ms, rounds, calls })
    return done
  },
})

/** The blocks that it was read at went, and with those that came the day is not over. */
async function withdraw(
  { store, observe, parse }: IndexContext,
  { vaultRef, kept: reading, reason }: Withdrawn,
): Promise<TaskEnd> {
  if (reading === null) return done
  const complete = completionOf({ chain: vaultRef.chain, parse })
  const rows = await store.readings.withdraw(vaultRef.tenantId, reading, { reason, complete })
  if (rows > 0) observe({ event: 'revised', vaultRef, day: reading.day, rows, reason })
  return done
}

type Withdrawn = {
  readonly vaultRef: TenantVaultRef
  /** The reading at the task's beginning; null when it was removed. */
  readonly kept: ReadingMark | null
  readonly reason: string
}

type FinalVault = { readonly indexedVault: DeployedVault; readonly head: BlockRef }

async function readPlannedDay(
  context: IndexContext,
  indexed: IndexedChain,
  { indexedVault, day, head }: { readonly day: string } & FinalVault,
): Promise<PlannedDay | null> {
  const before = shiftDay(day, -1)
  // Before the vault's first day there may not even have been a chain.
  const isFirst = endOfDay(before) < indexedVault.since.atUnix
  const days = isFirst ? [day] : [before, day]
  const ends = await context.dayEnds.read(indexed, days, head)
  const end = ends.at(-1) ?? null
  if (end === null) return null
  return { day, end, fromBlock: isFirst ? indexedVault.since.block : ends[0]!.next.number }
}

/** Reads roots up to the block: the possible holdings of a vault follow from them. */
async function ensureRoots(
  context: IndexContext,
  indexed: IndexedChain,
  { indexedVault, head, upTo }: { readonly upTo: bigint } & FinalVault,
): Promise<void> {
  const { vaultRef } = indexedVault
  const isKnown = async () =>
    ((await context.store.roots.nextBlock(vaultRef.tenantId, vaultRef)) ?? 0n) > upTo
  if (await isKnown()) return
  await context.singleFlight(`roots ${vaultRef.tenantId} ${vaultRef.chain} ${vaultRef.vault}`, () =>
    syncRoots(context, indexed, { indexedVault: indexedVault, head }),
  )
}

/** A day of a vault that was read. */
type PricedDay = { readonly vaultRef: TenantVaultRef; readonly raw: RawReading }

/** Older days are not news to those who want to know what something is worth now. */
const freshSeconds = 2n * 86_400n

/** Keeps what assets are worth in US dollars, of a day that is not long over. */
async function keepDollarPrices(
  context: IndexContext,
  { vaultRef, raw }: PricedDay,
): Promise<void> {
  const head = context.heads.get(vaultRef.chain)
  if (head === undefined || BigInt(raw.plan.block.atUnix) + freshSeconds < head.timestamp) return
  const prices = assetDollarsOf(vaultStateOf(raw)).map(({ asset, usd, sources, atUnix }) => ({
    chain: vaultRef.chain,
    asset,
    usd,
    atUnix: BigInt(atUnix),
    source: [...new Set(sources)].join(', '),
  }))
  if (prices.length > 0) await context.store.prices.put(vaultRef.tenantId, prices)
}
