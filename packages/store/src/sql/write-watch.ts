import { BaseError } from '@vaultwright/base'
import type { WriteFailure } from '../record/store.ts'
import { hashOf, makeSecret } from '../value/key.ts'
import type { StoreEngine } from './table/engine.ts'

/** An engine whose writes are watched. */
export type WatchedEngine = {
  readonly engine: StoreEngine
  readonly writeFailure: () => WriteFailure | null
}

/** Seconds between two trials. */
const trialSeconds = 5n

/** Characters that a trial writes: a full disk may have room for a row. */
const trialSize = 65_536

/**
 * Watches an engine's writes, for what tells whether the database takes any.
 *
 * After one that the database did not take, a trial is written now and then when somebody asks, and removed: the
 * failure ends by itself where nothing else writes.
 */
export function watchWrites(engine: StoreEngine): WatchedEngine {
  let failure: WriteFailure | null = null
  let triedAt = 0n
  const watch =
    (write: StoreEngine['write']): StoreEngine['write'] =>
    async (work) => {
      try {
        const result = await write(work)
        failure = null
        return result
      } catch (error) {
        const reason = reasonOf(error)
        if (reason !== null) failure = { reason, sinceUnix: failure?.sinceUnix ?? engine.nowUnix() }
        throw error
      }
    }
  const watched = {
    ...engine,
    write: watch(engine.write),
    writeQuietly: watch(engine.writeQuietly),
  }
  return {
    engine: watched,
    writeFailure: () => {
      const now = engine.nowUnix()
      if (failure !== null && now - triedAt >= trialSeconds) {
        triedAt = now
        // It ends the failure, or is the next one.
        tryWrite(watched).catch(() => {})
      }
      return failure
    },
  }
}

/** A challenge that nobody can take, of a size that needs room. Of a trial that is cut off it is purged with others. */
async function tryWrite({ writeQuietly }: StoreEngine): Promise<void> {
  const hash = hashOf(makeSecret())
  const trial = { hash, purpose: 'trial', body: '0'.repeat(trialSize), expires_at_unix: 0n }
  await writeQuietly((db) =>
    db
      .insertInto('challenge')
      .values({ ...trial, tenant_id: null, user_id: null })
      .execute(),
  )
  await writeQuietly((db) => db.deleteFrom('challenge').where('hash', '=', hash).execute())
}

/** Null where the database took the transaction up, and something else ended it. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof BaseError) || error.code !== 'store_unavailable') return null
  return String(error.facts.reason)
}
