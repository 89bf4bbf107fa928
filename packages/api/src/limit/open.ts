import type { ApiConfig } from '../config.ts'
import type { Limiter } from './limiter.ts'
import { openMemoryLimiter } from './memory.ts'
import { openRedisLimiter } from './redis.ts'

/**
 * Opens the limiter that the configuration asks for.
 *
 * @param config - with Redis, requests are counted for all processes; else in this one.
 * @param onFallback - told of each request that Redis did not count.
 * @returns the limiter, to be closed.
 */
export function openLimiter(
  { redisUrl }: Pick<ApiConfig, 'redisUrl'>,
  onFallback: (cause: unknown) => void,
): Limiter {
  const nowMs = () => performance.now()
  if (redisUrl === null) return openMemoryLimiter(nowMs)
  return openRedisLimiter({ url: redisUrl, nowMs, onFallback })
}
