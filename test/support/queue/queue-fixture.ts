import type { Queue } from '@vaultwright/indexer'
import { afterEach } from 'vitest'

/** A place for a queue that a test fills. */
export type QueueFixture = {
  /** Opens the queue; again is what another process would do. */
  readonly open: () => Promise<Queue>
  /** True if work outlives the process that put it there. */
  readonly isShared: boolean
  readonly drop: () => Promise<void>
}

/** Places and queues of one test at a time. */
export type QueueTestKit = {
  readonly openFixture: () => Promise<QueueFixture>
  readonly openIn: (place: QueueFixture) => Promise<Queue>
  /** Opens a queue in a place of its own. */
  readonly open: () => Promise<Queue>
}

/** Opens what tests ask for, and lets go of it after each. */
export function buildQueueTestKit(openPlace: () => Promise<QueueFixture>): QueueTestKit {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const openFixture = async (): Promise<QueueFixture> => {
    const fixture = await openPlace()
    ends.push(fixture.drop)
    return fixture
  }
  const openIn = async (place: QueueFixture): Promise<Queue> => {
    const queue = await place.open()
    ends.push(queue.close)
    return queue
  }
  return { openFixture: openFixture, openIn, open: async () => openIn(await openFixture()) }
}
