import { BaseError, type Hex, memoize, openLruMap } from '@vaultwright/base'
import {
  type JudgedEntry,
  readStoredQueue,
  type SafeAtBlock,
  type SafeService,
  type StoredQueue,
} from '@vaultwright/safe-service'
import type { Store } from '@vaultwright/store'
import { readSafe, type SafePlace, servicesOf } from './safe-place.ts'

/** A queue, and the Safe that it is judged by. */
export type SafeLook = { readonly safe: SafeAtBlock; readonly queue: StoredQueue }

/** Seconds between two readings of a service: 8,640 requests a month for a Safe. */
const rereadSeconds = 300n
/** Seconds for which a service that failed is not asked again. */
const restSeconds = 60n
const maxSafes = 1_000

/** A service failed a while ago: its texts, or the error where nothing of it is kept. */
type Rest = {
  readonly untilUnix: bigint
  readonly failures: ReadonlyMap<string, string>
  readonly error: BaseError | null
}

type DelegateRow = Awaited<ReturnType<SafeService['delegates']>>[number] & {
  readonly service: string
}
type DelegateReading = {
  readonly untilUnix: bigint
  readonly rows: Promise<readonly DelegateRow[]>
}

/** The memory of this process, so that callers cannot use up the quota of a service. */
const memoryOf = memoize((_store: Store) => ({
  looks: new Map<string, Promise<SafeLook>>(),
  rests: openLruMap<string, Rest>({ maxEntries: maxSafes }),
  delegates: openLruMap<string, DelegateReading>({ maxEntries: maxSafes }),
}))

/** Judges the queue of a Safe: the chain is read now, a service where its rows are too old. Who asks meanwhile shares it. */
export function lookAtSafe(place: SafePlace): Promise<SafeLook> {
  const { context, vaults } = place
  const { looks } = memoryOf(context.store)
  const judging = vaults.map(({ vaultRef, strategist }) => [vaultRef.vault, strategist?.root])
  const key = [keyOf(place), ...judging.flat()].join(' ')
  const pending = looks.get(key)
  if (pending !== undefined) return pending
  const look = lookSince(place, context.now() - rereadSeconds).finally(() => looks.delete(key))
  looks.set(key, look)
  return look
}

/** As `lookAtSafe`, with the services read now. */
export async function lookAnew(place: SafePlace): Promise<SafeLook> {
  return lookSince(place, place.context.now() + 1n)
}

/** Lists the delegates that services name; each is asked once in 300 seconds. */
export async function delegatesOf(place: SafePlace): Promise<readonly DelegateRow[]> {
  const { context, safeRef } = place
  const { delegates } = memoryOf(context.store)
  const services = servicesOf(place)
  const last = delegates.get(keyOf(place))
  if (last !== undefined && context.now() < last.untilUnix) return last.rows
  const lists = services.map(async (service) => {
    const rows = await service.delegates(safeRef.safe)
    return rows.map((row) => ({ service: service.name, ...row }))
  })
  const rows = Promise.all(lists).then((all) => all.flat())
  const keepFor = (seconds: bigint) =>
    delegates.set(keyOf(place), { untilUnix: context.now() + seconds, rows })
  keepFor(rereadSeconds)
  rows.catch(() => keepFor(restSeconds))
  return rows
}

async function lookSince(place: SafePlace, oldestUnix: bigint): Promise<SafeLook> {
  const { context, tenantId, safeRef } = place
  const { rests } = memoryOf(context.store)
  const services = servicesOf(place)
  const safe = await readSafe(place)
  const source = {
    store: context.store,
    tenantId,
    safeRef,
    services,
    holder: context.safes.holder,
    nowUnix: context.now,
    pause: async () => {
      await context.turns.pause(tenantId)
    },
  }
  const lastFailure = rests.get(keyOf(place))
  if (lastFailure !== undefined && context.now() < lastFailure.untilUnix) {
    if (lastFailure.error !== null) throw lastFailure.error
    const queue = await readStoredQueue(source, safe, 0n)
    const listings = queue.listings.map((listing) => {
      return { ...listing, failure: lastFailure.failures.get(listing.service) ?? null }
    })
    return { safe, queue: { ...queue, listings } }
  }
  try {
    const queue = await readStoredQueue(source, safe, oldestUnix)
    const failures = queue.listings.flatMap(({ service, failure }) =>
      failure === null ? [] : [[service, failure] as const],
    )
    if (failures.length > 0) restFor(place, { failures: new Map(failures), error: null })
    return { safe, queue }
  } catch (error) {
    const isOfService = error instanceof BaseError && error.code.startsWith('safe_service_')
    if (isOfService) restFor(place, { failures: new Map(), error })
    throw error
  }
}

function restFor(place: SafePlace, failed: Omit<Rest, 'untilUnix'>): void {
  const { store, now } = place.context
  memoryOf(store).rests.set(keyOf(place), { ...failed, untilUnix: now() + restSeconds })
}

function keyOf({ tenantId, safeRef }: SafePlace): string {
  return [tenantId, safeRef.chain, safeRef.safe].join(' ')
}

/**
 * Finds an entry by the hash that its fields have.
 *
 * @throws {SafeTransactionNotFoundError} where no service lists it.
 */
export function entryIn({ queue }: SafeLook, hash: string): JudgedEntry {
  const entry = queue.entries.find(({ verified }) => verified.hash === hash)
  if (entry === undefined) throw new SafeTransactionNotFoundError(hash as Hex)
  return entry
}

/** No service lists a transaction. */
export class SafeTransactionNotFoundError extends BaseError {
  override readonly code = 'safe_transaction_not_found'
  override readonly kind = 'not_found'

  constructor(hash: Hex) {
    super({
      message: `No service lists the transaction ${hash}. Take a hash of the queue.`,
      facts: { hash },
    })
  }
}
