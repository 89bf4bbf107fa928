import { createHash } from 'node:crypto'
import { BaseError } from '@vaultwright/base'
import { Redis } from 'ioredis'
import type { RedisAwayPolicy } from '../config/config.ts'
import type { Limiter, LimitVerdict } from './limiter.ts'
import { openMemoryLimiter, verdictOf, windowMs } from './memory.ts'
import { openProbe } from './probe.ts'

/** Options of a limiter of many processes. */
export type RedisLimiterOptions = {
  readonly url: string
  /** The prefix of keys in Redis. */
  readonly prefix?: string
  /** A clock that never goes back, milliseconds. */
  readonly nowMs: () => number
  /** Whole milliseconds that count in place of the clock of Redis, for tests. */
  readonly redisNowMs?: () => number
  readonly whenAway: RedisAwayPolicy
  /** No request waits longer for its count: it counts as one that Redis did not answer. Default: 500. */
  readonly patienceMs?: number
  /** Called for each request that Redis did not count. */
  readonly onAway: (cause: unknown) => void
  /** Called for each request that Redis counted or refused, and when it answers again after it was away. */
  readonly onAnswered?: () => void
}

/**
 * Judges and counts in one step, by the one clock of Redis, so that no two processes can do it half each.
 * A clock that was set back moves what it passed to its new now: that counts longer, never shorter.
 */
const script = `
local key, window, limit, now = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local text = string.format('%.0f', now)
for index = redis.call('LLEN', key) - 1, 0, -1 do
  if tonumber(redis.call('LINDEX', key, index)) <= now then break end
  redis.call('LSET', key, index, text)
end
local first = redis.call('LINDEX', key, 0)
while first and tonumber(first) <= now - window do
  redis.call('LPOP', key)
  first = redis.call('LINDEX', key, 0)
end
local count = redis.call('LLEN', key)
if count >= limit then
  return { 0, count, tonumber(redis.call('LINDEX', key, count - limit)) + window - now }
end
redis.call('RPUSH', key, text)
redis.call('PEXPIRE', key, window)
return { 1, count + 1, tonumber(first or text) + window - now }
`
const digest = createHash('sha1').update(script).digest('hex')

/**
 * Opens a limiter that counts in Redis, for all processes that share it.
 *
 * Each process also notes what it let pass itself. That is what counts while Redis does not answer, if the
 * policy is `local`; and since both must agree, no process alone ever lets more pass than the limit, also
 * when Redis comes back empty. What is refused here asks Redis nothing, so a Redis that is away is asked
 * again by itself until it answers.
 */
export function openRedisLimiter(options: RedisLimiterOptions): Limiter {
  const { url, prefix = 'vaultwright:passed:', nowMs, redisNowMs, whenAway, onAway } = options
  const { patienceMs = 500 } = options
  const here = openMemoryLimiter(nowMs)
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
  const connect = async (): Promise<void> => {
    if (redis.status === 'wait') connecting ??= redis.connect()
    if (redis.status === 'connecting' || redis.status === 'connect') await connecting
  }
  const count = async (keyId: string, limit: number): Promise<LimitVerdict> => {
    await connect()
    const values = [`${prefix}${keyId}`, windowMs, limit, redisNowMs?.() ?? -1] as const
    const answer = await redis.evalsha(digest, 1, ...values).catch((cause: unknown) => {
      if (!String(cause).includes('NOSCRIPT')) throw cause
      return redis.eval(script, 1, ...values)
    })
    const [isAllowed, counted, leftMs] = answer as [number, number, number]
    return verdictOf({ isAllowed: isAllowed === 1, counted, limit, leftMs })
  }
  const ping = async (): Promise<boolean> => {
    try {
      await connect()
      return (await redis.ping()) === 'PONG'
    } catch {
      return false
    }
  }
  const probe = openProbe({ ask: ping, onBack: () => options.onAnswered?.() })
  return {
    take: async (keyId, limit) => {
      const requestedAtMs = nowMs()
      const local = here.look(keyId, limit)
      if (!local.isAllowed) return local
      let verdict: LimitVerdict
      try {
        verdict = await count(keyId, limit)
      } catch (cause) {
        onAway(cause)
        probe.start()
        if (whenAway === 'refuse') throw new LimiterUnavailableError(cause)
        return here.takeNow(keyId, limit)
      }
      probe.stop()
      options.onAnswered?.()
      if (verdict.isAllowed) here.note(keyId, requestedAtMs)
      return verdict
    },
    pingRedis: ping,
    close: async () => {
      probe.close()
      redis.disconnect()
      await here.close()
    },
  }
}

/** Redis does not answer, and the service is configured to refuse what it cannot count. */
export class LimiterUnavailableError extends BaseError {
  override readonly code = 'limiter_unavailable'
  override readonly kind = 'unavailable'

  constructor(cause: unknown) {
    super({
      message: 'Requests cannot be counted now. Ask again later.',
      cause,
      retryable: true,
    })
  }
}
