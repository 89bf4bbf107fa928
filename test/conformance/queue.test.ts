import { openInlineQueue } from '@vaultwright/indexer'
import { describe } from 'vitest'
import { canRun } from '../support/beside.ts'
import { openSharedQueue } from '../support/queue-shared.ts'
import type { QueueFixture } from '../support/queue-stage.ts'
import { testQueue } from '../support/queue-suite.ts'
import { openDatabase, openKeyspace } from '../support/service.ts'

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
