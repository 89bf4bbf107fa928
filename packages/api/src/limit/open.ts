import type { ApiConfig } from '../config/config.ts'
import type { Limiter } from './limiter.ts'
import { openMemoryLimiter } from './memory.ts'
import { openRedisLimiter, type RedisLimiterOptions } from './redis.ts'

/** Opens the limiter that the configuration asks for. */
export function openLimiter(
  { redisUrl, redisAway }: Pick<ApiConfig, 'redisUrl' | 'redisAway'>,
  hooks: Pick<RedisLimiterOptions, 'onAway' | 'onCounted'>,
): Limiter {
  const nowMs = () => performance.now()
  if (redisUrl === null) return openMemoryLimiter(nowMs)
  return openRedisLimiter({ url: redisUrl, nowMs, whenAway: redisAway, ...hooks })
}
