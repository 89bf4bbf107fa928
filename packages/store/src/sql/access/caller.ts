import { timingSafeEqual } from 'node:crypto'
import { openLruMap } from '@vaultwright/base'
import type { KeyCaller, KeyStore } from '../../access/api-key.ts'
import { digestBytesOf, digestOf, parseKey } from '../../value/key.ts'
import type { StoreEngine } from '../table/engine.ts'
import { prepare, prepareNow } from '../table/statement.ts'
import { roleOf } from './user-row.ts'

/** Callers that are remembered while the database stays as it is; wrong keys count. */
const memoryLimit = 10_000

/** The caller of a key at one revision of the database; null when the key is not valid. */
type CachedCaller = { readonly caller: KeyCaller | null; readonly revision: string }

/** The time a use waits in memory before it is written. */
const pauseMs = 60_000

/**
 * Makes what tells whose key it is.
 *
 * Where the database tells cheaply that it did not change, an answer is given again without asking.
 */
export function buildCallers(engine: StoreEngine): Pick<KeyStore, 'authenticate' | 'recall'> {
  const callerRows = openLookup(engine)
  const callerRowsNow = prepareNow(engine, callersOf(engine, ['first']))
  const memory = openLruMap<string, CachedCaller>({ maxEntries: memoryLimit })
  /** Looks up a key again without waiting. @returns null for a key that is revoked, or where that fails. */
  const findAgain = (digest: string, revision: string): KeyCaller | null => {
    if (callerRowsNow === null) return null
    try {
      const rows = callerRowsNow({ first: digestBytesOf(digest) })
      const caller = callerIn(rows, digest, revision)
      memory.set(digest, { caller, revision })
      return caller
    } catch {
      // `authenticate` asks again, and says what is wrong.
      return null
    }
  }
  return {
    recall: (text) => {
      const revision = engine.revision()
      if (revision === null) return null
      const digest = digestOf(text)
      const cached = memory.get(digest)
      // What was no key may have become one: asking for those again and again is limited elsewhere.
      if (cached === undefined || cached.caller === null) return null
      return cached.revision === revision ? cached.caller : findAgain(digest, revision)
    },
    authenticate: async (text) => {
      // What cannot be a key is asked of no database, and takes no place in memory.
      if (!parseKey(text).ok) return null
      const digest = digestOf(text)
      const revision = engine.revision() ?? (await engine.askRevision())
      const cached = memory.get(digest)
      if (revision !== null && cached?.revision === revision) return cached.caller
      const rows = await callerRows(digest)
      const caller = callerIn(rows, digest, revision)
      // What was read is of this revision or a later one, which the next look tells.
      if (revision !== null) memory.set(digest, { caller, revision })
      return caller
    },
  }
}

/** Makes what collects uses of keys and writes them once a minute, without the revision moving. */
export function collectKeyUses(engine: StoreEngine): KeyUses {
  let noted = new Map<string, bigint>()
  let timer: ReturnType<typeof setTimeout> | null = null
  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = null
      // A use that cannot be written now is written with the next ones.
      flush().catch(() => noted.size > 0 && schedule())
    }, pauseMs).unref()
  }
  const flush = async () => {
    const uses = noted
    noted = new Map()
    try {
      if (uses.size > 0) await writeUses(engine, uses)
    } catch (failure) {
      for (const [keyId, atUnix] of uses) if (!noted.has(keyId)) noted.set(keyId, atUnix)
      throw failure
    }
  }
  return {
    note: (keyId) => {
      noted.set(keyId, engine.nowUnix())
      schedule()
    },
    flush,
    stop: () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}

/** Places of a statement that looks up some keys. */
const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'last'] as const

/** Digests by place. */
type KeyHashes = { readonly [Place in (typeof places)[number]]?: Uint8Array }

/** Keys that are looked up with one statement. */
type KeyBatch = { readonly digests: string[]; readonly rows: Promise<readonly KeyCallerRow[]> }

/** Opens what looks keys up by digest: those who ask at one moment share statements, and get the rows of all. */
function openLookup(engine: StoreEngine): (digest: string) => Promise<readonly KeyCallerRow[]> {
  const single = prepare(engine, callersOf(engine, places.slice(0, 1)))
  const some = prepare(engine, callersOf(engine, places))
  const run = (digests: readonly string[]) => {
    if (digests.length === 1) return single({ first: digestBytesOf(digests[0]!) })
    // A place that is left over looks for the first one again.
    const hashes = places.map((place, at) => [place, digestBytesOf(digests[at] ?? digests[0]!)])
    return some(Object.fromEntries(hashes))
  }
  let open: KeyBatch | null = null
  return (digest) => {
    if (open === null) {
      const digests: string[] = []
      const rows = Promise.resolve().then(() => {
        if (open?.digests === digests) open = null
        return run(digests)
      })
      open = { digests, rows }
    }
    const { digests, rows } = open
    if (!digests.includes(digest)) digests.push(digest)
    if (digests.length === places.length) open = null
    return rows
  }
}

function callersOf(engine: StoreEngine, used: readonly (keyof KeyHashes)[]) {
  // SQLite plans a join with values anew for each of them; a look-up a column is planned once.
  return (values: KeyHashes) =>
    engine.read
      .selectFrom('api_key as k')
      .select(['k.id', 'k.tenant_id', 'k.user_id', 'k.hash', 'k.rate_per_minute'])
      .select((on) => [
        on
          .selectFrom('tenant as t')
          .select('t.name')
          .whereRef('t.id', '=', 'k.tenant_id')
          .as('tenant_name'),
        on
          .selectFrom('tenant_user as u')
          .select('u.role')
          .whereRef('u.tenant_id', '=', 'k.tenant_id')
          .whereRef('u.id', '=', 'k.user_id')
          .where('u.deactivated_at_unix', 'is', null)
          .as('role'),
      ])
      .where(
        'k.hash',
        'in',
        used.map((place) => values[place]!),
      )
      .where('k.revoked_at_unix', 'is', null)
}

type KeyCallerRow = Awaited<ReturnType<ReturnType<ReturnType<typeof callersOf>>['execute']>>[number]

function callerIn(
  rows: readonly KeyCallerRow[],
  digest: string,
  asOf: string | null,
): KeyCaller | null {
  const hash = digestBytesOf(digest)
  const row = rows.find((one) => timingSafeEqual(one.hash, hash))
  // Without a role, the user is deactivated.
  if (row === undefined || row.role === null || row.tenant_name === null) return null
  return {
    keyId: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    userId: row.user_id,
    role: roleOf(row.role),
    ratePerMinute: row.rate_per_minute === null ? null : Number(row.rate_per_minute),
    asOf,
  }
}

/** Uses of keys that are not written yet. */
type KeyUses = {
  readonly note: (keyId: string) => void
  /** Writes what was noted. */
  readonly flush: () => Promise<void>
  /** Stops the clock. */
  readonly stop: () => void
}

function writeUses(engine: StoreEngine, uses: ReadonlyMap<string, bigint>): Promise<void> {
  // In one order everywhere, so that two processes never wait for each other.
  const sorted = [...uses].sort(([one], [other]) => (one < other ? -1 : 1))
  return engine.writeQuietly(async (db) => {
    for (const [keyId, atUnix] of sorted) {
      await db
        .updateTable('api_key')
        .set({ last_used_at_unix: atUnix })
        .where('id', '=', keyId)
        .where((on) =>
          on.or([on('last_used_at_unix', 'is', null), on('last_used_at_unix', '<', atUnix)]),
        )
        .execute()
    }
  })
}
