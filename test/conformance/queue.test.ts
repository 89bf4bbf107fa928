import { openInlineQueue } from '@vaultwright/indexer'
import { describe } from 'vitest'
import type { QueueFixture } from '../support/queue/queue-fixture.ts'
import { openSharedQueue } from '../support/queue/queue-shared.ts'
import { testQueue } from '../support/queue/queue-suite.ts'
import { openDatabase, openKeyspace } from '../support/service/service.ts'
import { canRun } from '../support/skip-unless.ts'

const redis = await openKeyspace()
await redis?.drop()

testQueue('inline', async () => ({
  open: async () => openInlineQueue(),
  isShared: false,
  drop: async () => {},
}))

describe.skipIf(!canRun(redis !== null, 'there is no Redis'))('shared', () => {
  testQueue('redis', async (): Promise<QueueFixture> => {
    const { url, prefix, drop } = (await openKeyspace())!
    return { open: () => openSharedQueue(url, prefix.slice(0, -1)), isShared: true, drop }
  })
})

testQueue('postgres', async (): Promise<QueueFixture> => {
  const { url, drop } = await openDatabase()
  return { open: () => openSharedQueue(url, 'test'), isShared: true, drop }
})
