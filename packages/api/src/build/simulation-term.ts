import { randomBytes } from 'node:crypto'
import { BaseError } from '@vaultwright/base'
import type { Store, StoredWitness } from '@vaultwright/store'
import type { ExecuteResponse } from '@vaultwright/wire'
import type { ApiContext } from '../service/context.ts'

/** The name of a record, and how long it is kept. */
export type RecordTerm = {
  readonly id: string
  readonly createdAtUnix: bigint
  readonly expiresAtUnix: bigint
  /** The URL of its page. */
  readonly url: string
}

/** A record that is kept for its link, or the reason why it is not. */
export type KeptRecord<Page> =
  | { readonly url: string; readonly page: Page }
  | { readonly url: null; readonly page: Page; readonly missingBecause: string }

/** The record of a simulation. */
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

/** Milliseconds that an answer waits for its page: writes queue up behind one that waits for a lock. */
const patienceMs = 8_000

/**
 * Keeps the record of a simulation for its link. The simulation is answered for also where the database does not take
 * its record.
 *
 * @param make - writes it down.
 * @param witness - what it was proven with; null when it was not.
 * @returns what was written down, with its link, or without one and with the reason.
 */
export async function putRecord<Page>(
  context: ApiContext,
  tenantId: string,
  { make, witness = null }: RecordMaker<Page>,
): Promise<KeptRecord<Page>> {
  const { config, store, turns } = context
  const id = randomBytes(idBytes).toString('base64url')
  const createdAtUnix = context.now()
  const expiresAtUnix = createdAtUnix + BigInt(config.simulation.keepDays) * daySeconds
  const url = `${context.baseUrl()}/simulations/${id}`
  const page = make({ id, createdAtUnix, expiresAtUnix, url })
  await turns.next(tenantId)
  const body = JSON.stringify(page)
  const row = { id, createdAtUnix, expiresAtUnix, body }
  const reason = await reasonUnless(store.simulations.put(tenantId, row, witness))
  if (reason !== null) {
    return { url: null, page, missingBecause: `The page could not be kept: ${reason}.` }
  }
  await purgeNowAndThen(store, createdAtUnix)
  return { url, page }
}

/** Says why there is no page; nothing where there is one, or was no simulation. */
export function missingFieldOf(
  kept: KeptRecord<unknown> | null,
): Pick<ExecuteResponse, 'simulation_page_missing_because'> {
  if (kept === null || kept.url !== null) return {}
  return { simulation_page_missing_because: kept.missingBecause }
}

/** Why a write is not done, or not in time; null when it is. */
function reasonUnless(write: Promise<unknown>): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('other writes take too long'), patienceMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    write.then(
      () => end(() => resolve(null)),
      (error: unknown) => {
        const isAway = error instanceof BaseError && error.code === 'store_unavailable'
        end(() => (isAway ? resolve(String(error.facts.reason)) : reject(error)))
      },
    )
  })
}

/** Purges expired records now and then; an expired one is no longer shown. */
async function purgeNowAndThen(store: Store, nowUnix: bigint): Promise<void> {
  if (nowUnix - (purgedAt.get(store) ?? 0n) < purgeSeconds) return
  purgedAt.set(store, nowUnix)
  // What it could not remove is removed an hour later.
  await reasonUnless(store.simulations.purge())
}
