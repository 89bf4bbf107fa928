import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Limiter } from './limiter.ts'
import { openMemoryLimiter, verdictOf, windowMs } from './memory.ts'

/** How a limiter of many processes is opened. */
export type RedisLimiterOptions = {
  readonly url: string
  /** What keys in Redis begin with. */
  readonly prefix?: string
  /** A clock that never goes back, milliseconds. */
  readonly nowMs: () => number
  /** Told when a request was counted here because Redis did not answer. */
  readonly onFallback: (cause: unknown) => void
}

/**
 * Counts and begins the window in one step, so that no two processes can do it half each. A window
 * that lost its end, which only a foreign hand can do, begins anew.
 */
const script = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }
`
const digest = createHash('sha1').update(script).digest('hex')

/** A request does not wait longer for its count: it is counted here then. */
const patienceMs = 500

/**
 * Opens a limiter that counts in Redis, for all processes that share it. While Redis does not answer,
 * each process counts for itself: a limit holds always, though not across processes then.
 *
 * @param options - where Redis is, and who is told.
 * @returns the limiter; it connects when it is first asked.
 */
export function openRedisLimiter(options: RedisLimiterOptions): Limiter {
  const { url, prefix = 'vaultwright:rate:', nowMs, onFallback } = options
  const own = openMemoryLimiter(nowMs)
  const redis = new Redis(url, {
    lazyConnect: true,
    commandTimeout: patienceMs,
    connectTimeout: patienceMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  })
  // Each request that meets the failure tells of it; without a listener the process would end.
  redis.on('error', () => {})
  let connecting: Promise<unknown> | null = null
  const count = async (key: string): Promise<readonly [number, number]> => {
    if (redis.status === 'wait') connecting ??= redis.connect()
    if (redis.status === 'connecting' || redis.status === 'connect') await connecting
    const found = await redis.evalsha(digest, 1, key, windowMs).catch((cause: unknown) => {
      if (!String(cause).includes('NOSCRIPT')) throw cause
      return redis.eval(script, 1, key, windowMs)
    })
    return found as [number, number]
  }
  return {
    take: async (keyId, limit) => {
      // Both count, so that a process that loses Redis knows what passed here before.
      const here = own.take(keyId, limit)
      try {
        const [taken, left] = await count(`${prefix}${keyId}`)
        return verdictOf(taken, limit, left)
      } catch (cause) {
        onFallback(cause)
        return here
      }
    },
    takeNow: null,
    close: async () => {
      redis.disconnect()
      await own.close()
    },
  }
}
