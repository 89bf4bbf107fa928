import { BaseError } from '@vaultwright/base'
import { chainOf } from '@vaultwright/registry'
import {
  accountEventsOf,
  printWatchedAccount,
  readStoredQueue,
  type SafeService,
  type StoredQueue,
  type WatchEvent,
  watchEventsOf,
} from '@vaultwright/safe-service'
import type { IndexContext } from '../context/context.ts'
import { type SafeWatch, safeKeyOf } from '../context/safe-parts.ts'
import type { TenantSafeRef } from '../task/task.ts'
import { followStatements } from './follow-statement.ts'
import { readWatchedSafe } from './read-safe.ts'

/** Seconds between two readings of a service: 8,640 in 30 days for a Safe. */
const rereadSeconds = 300n
/** A conflict that lasts so many seconds is reported. */
const conflictSeconds = 3_600n

/**
 * Looks at a Safe and its queue, and reports what changed since the last look. The chain is read now; a service where
 * its rows are 300 seconds old, or older than the last proposal made here. A service that fails keeps its rows.
 *
 * @throws what reading store and chain throws.
 */
export async function lookAtSafe(context: IndexContext, safeRef: TenantSafeRef): Promise<void> {
  const { safes, watches, store, nowUnix, observe } = context
  const { tenantId, chain, safe } = safeRef
  const key = safeKeyOf(safeRef)
  const chainId = chainOf(chain)?.id ?? 0
  const services = safes?.servicesOf(chainId) ?? []
  const vaultRefs = await store.safeQueues.vaultsOf(tenantId, { chain, safe })
  if (safes === null || vaultRefs.length === 0 || services.length === 0) {
    watches.delete(key)
    return
  }
  const watching = { ...context, safes }
  const indexed = await context.chains(chain)
  const node = { chain: indexed.chain, chainId }
  const current = await readWatchedSafe(watching, node, { ...safeRef, vaultRefs })
  if (current === null) {
    watches.delete(key)
    return
  }
  const now = nowUnix()
  const watch: SafeWatch = watches.get(key) ?? {
    ...safeRef,
    beganUnix: now,
    restUntilUnix: 0n,
    last: null,
    conflicts: new Map(),
  }
  watches.set(key, watch)
  const noteFailure = (service: string | null, reason: string) => {
    watches.set(key, { ...watches.get(key)!, restUntilUnix: now + rereadSeconds })
    observe({ event: 'safe_unread', safeRef, service, reason })
  }
  const isResting = now < watch.restUntilUnix
  if (isResting && !(await haveRows(context, safeRef, services))) return
  const oldestUnix = isResting ? 0n : await oldestOf(context, safeRef, now)
  const pause = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const source = {
    store,
    tenantId,
    services,
    nowUnix,
    pause,
    safeRef: { chain, safe },
    holder: safes.holder,
  }
  let queue: StoredQueue
  try {
    queue = await readStoredQueue(source, current, oldestUnix)
  } catch (error) {
    if (!(error instanceof BaseError) || !error.code.startsWith('safe_service_')) throw error
    noteFailure(null, error.shortMessage)
    return
  }
  for (const { service, failure } of queue.listings)
    if (failure !== null) noteFailure(service, failure)
  reportQuota(context, services, { chain, listings: queue.listings, before: watch.last?.queue })
  const events = [
    ...(watch.last === null ? await earlierEvents(context, safeRef, queue) : []),
    ...watchEventsOf(watch.last?.queue ?? null, queue),
  ]
  for (const { nonce, safe: _, ...change } of events) {
    const { event: subject, ...fields } = change
    const printed = nonce === null ? null : String(nonce)
    observe({ event: 'safe_changed', safeRef, subject, nonce: printed, ...fields })
  }
  const conflicts = conflictsOf(watch, queue, now)
  for (const [nonce, sinceUnix] of conflicts) {
    const lastUnix = watch.last?.atUnix ?? now
    const isNew = lastUnix - sinceUnix < conflictSeconds && now - sinceUnix >= conflictSeconds
    if (isNew) observe({ event: 'safe_conflict_lasts', safeRef, nonce: String(nonce) })
  }
  watches.set(key, { ...watches.get(key)!, last: { queue, atUnix: now }, conflicts })
  const account = printWatchedAccount(queue.account)
  await store.safeQueues.putLook(tenantId, { chain, safe }, { account, atUnix: now })
  observe({ event: 'safe_looked', safeRef, block: String(current.account.blockNumber) })
  await followStatements(watching, indexed, { ...safeRef, nonce: current.account.nonce })
}

/** Lists changes of the Safe since any process looked at it last: at the first look of this one. */
async function earlierEvents(
  { store }: IndexContext,
  { tenantId, chain, safe }: TenantSafeRef,
  { account }: StoredQueue,
): Promise<readonly WatchEvent[]> {
  const look = await store.safeQueues.findLook(tenantId, { chain, safe })
  return look === null ? [] : accountEventsOf(look.account, account)
}

/** Reports a quota that is low, each time that its service was read. */
function reportQuota(
  { observe }: IndexContext,
  services: readonly SafeService[],
  { chain, listings, before }: QuotaLook,
): void {
  for (const { name: service, usage } of services) {
    const readAtOf = (list: StoredQueue['listings'] = []) =>
      list.find((listing) => listing.service === service)?.readAtUnix
    const { remaining, limit } = usage()
    const isLow = remaining !== null && limit !== null && remaining * 5 < limit
    if (isLow && readAtOf(listings) !== readAtOf(before?.listings)) {
      observe({ event: 'safe_quota_low', chain, service, remaining, limit })
    }
  }
}

type QuotaLook = {
  readonly chain: string
  readonly listings: StoredQueue['listings']
  readonly before: StoredQueue | undefined
}

async function haveRows(
  { store }: IndexContext,
  { tenantId, chain, safe }: TenantSafeRef,
  services: readonly SafeService[],
): Promise<boolean> {
  const stored = await store.safeQueues.listings(tenantId, { chain, safe })
  return services.every(({ name }) => stored.some(({ service }) => service === name))
}

/** Rows of the second of a proposal may be of before it. */
async function oldestOf(
  { store }: IndexContext,
  { tenantId, chain, safe }: TenantSafeRef,
  now: bigint,
): Promise<bigint> {
  const lines = await store.safeQueues.proposals(tenantId, { chain, safe })
  const last = lines.findLast(({ event }) => event === 'posted')?.atUnix ?? 0n
  const regular = now - rereadSeconds + 1n
  return last + 1n > regular ? last + 1n : regular
}

function conflictsOf(
  { conflicts }: SafeWatch,
  { findings }: StoredQueue,
  now: bigint,
): ReadonlyMap<bigint, bigint> {
  return new Map(
    findings.flatMap(({ code, nonce }) =>
      code === 'nonce_conflict' && nonce !== null
        ? [[nonce, conflicts.get(nonce) ?? now] as const]
        : [],
    ),
  )
}
