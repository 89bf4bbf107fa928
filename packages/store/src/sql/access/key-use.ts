import type { StoreEngine } from '../table/engine.ts'

/** How long a use waits in memory before it is written. */
const pauseMs = 60_000

/** Uses of keys that are not written yet. */
export type KeyUses = {
  readonly note: (keyId: string) => void
  /** Writes what was noted. */
  readonly flush: () => Promise<void>
  /** Stops the clock. */
  readonly stop: () => void
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
