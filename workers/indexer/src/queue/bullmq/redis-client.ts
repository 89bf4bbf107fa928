import { Redis, type RedisOptions } from 'ioredis'

/** The longest pause between two tries to connect. */
const retryMs = 2_000

/**
 * Opens a connection to Redis that is made again whenever it breaks. A command waits for that without end, and
 * the one who sent it decides how long.
 *
 * @param url - `redis://…` or `rediss://…`.
 */
export function openRedisClient(url: string): Redis {
  return new RedisClient(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 100, retryMs),
  })
}

/**
 * A connection that always tells its end. Between two tries to connect, `disconnect` of ioredis takes back the
 * next try and emits nothing: BullMQ, which waits for `end` when it closes a worker, would wait for ever.
 */
class RedisClient extends Redis {
  override disconnect(reconnect = false): void {
    // A try that is cut off at once ends as every connection does.
    if (!reconnect && this.status === 'reconnecting') this.connect().catch(() => {})
    super.disconnect(reconnect)
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new RedisClient({ ...this.options, ...override } as LegacyOptions)
  }
}

/** Replies as the library always gave them, which is what it gives unless it is asked for others. */
type LegacyOptions = RedisOptions & { readonly replyMapping?: 'legacy' }
