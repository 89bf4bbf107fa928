import { randomBytes } from 'node:crypto'
import type { Store, StoredWitness } from '@vaultwright/store'
import type { ApiContext } from '../service/context.ts'

/** The name of a record, and how long it is kept. */
export type RecordTerm = {
  readonly id: string
  readonly createdAtUnix: bigint
  readonly expiresAtUnix: bigint
  /** Where its page is. */
  readonly url: string
}

/** What is kept of a simulation. */
export type RecordMaker<Page> = {
  readonly make: (term: RecordTerm) => Page
  readonly witness?: StoredWitness | null
}

/** Of an id: 144 bits cannot be guessed, and the holder may read the page. */
const idBytes = 18
const daySeconds = 86_400n
const purgeSeconds = 3_600n

// By store, because a process may have several; a store itself does not know how often it is purged.
const purgedAt = new WeakMap<Store, bigint>()

/**
 * Keeps the record of a simulation for its link.
 *
 * @param make - writes it down.
 * @param witness - what it was proven with; null when it was not.
 * @returns the link, and what was written down.
 */
export async function putRecord<Page>(
  context: ApiContext,
  tenantId: string,
  { make, witness = null }: RecordMaker<Page>,
): Promise<{ readonly url: string; readonly page: Page }> {
  const { config, store, turns } = context
  const id = randomBytes(idBytes).toString('base64url')
  const createdAtUnix = context.now()
  const expiresAtUnix = createdAtUnix + BigInt(config.simulation.keepDays) * daySeconds
  const url = `${context.baseUrl()}/simulations/${id}`
  const page = make({ id, createdAtUnix, expiresAtUnix, url })
  await turns.next(tenantId)
  const body = JSON.stringify(page)
  await store.simulations.put(tenantId, { id, createdAtUnix, expiresAtUnix, body }, witness)
  await purgeNowAndThen(store, createdAtUnix)
  return { url, page }
}

/** What has expired is no longer shown; now and then it goes. */
async function purgeNowAndThen(store: Store, nowUnix: bigint): Promise<void> {
  if (nowUnix - (purgedAt.get(store) ?? 0n) < purgeSeconds) return
  purgedAt.set(store, nowUnix)
  await store.simulations.purge()
}
