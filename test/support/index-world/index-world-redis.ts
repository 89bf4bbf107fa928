import { Redis } from 'ioredis'

/** Lets a server forget everything. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: null })
  redis.on('error', () => {})
  await redis.flushall()
  redis.disconnect()
}
