import { onTestFinished } from 'vitest'
import { openDatabase, openRedis } from '../service/service.ts'

/** Starts what holds a queue, for one test; each gives its URL. */
export const queueServers = {
  redis: async () => {
    const server = (await openRedis())!
    onTestFinished(() => server.stop())
    return server.url
  },
  postgres: async () => {
    const { url, drop } = await openDatabase()
    onTestFinished(drop)
    return url
  },
} as const
