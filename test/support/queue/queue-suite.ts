import { describe } from 'vitest'
import { testQueueFailure } from './failure.cases.ts'
import { testQueueLife } from './life.cases.ts'
import { testQueueOrder } from './order.cases.ts'
import { buildQueueTestKit, type QueueFixture } from './queue-fixture.ts'

/**
 * Tests that an adapter is a queue: what the port promises, and nothing else.
 *
 * @param name - the adapter.
 * @param openPlace - makes an empty place.
 */
export function testQueue(name: string, openPlace: () => Promise<QueueFixture>): void {
  describe(name, () => {
    const bench = buildQueueTestKit(openPlace)
    testQueueOrder(bench)
    testQueueFailure(bench)
    testQueueLife(bench)
  })
}
