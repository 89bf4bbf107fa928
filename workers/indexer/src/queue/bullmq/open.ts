import type { BullOptions, BullQueue } from './bullmq-queue.ts'

/**
 * Opens a queue on Redis or PostgreSQL, which any number of processes share. What that takes is loaded only
 * then: who has the queue in its own process does not wait for it.
 *
 * @param options - where it is, and whose work is done here.
 * @returns the queue, to be closed.
 * @throws {QueueUnavailableError} when the server does not answer.
 */
export async function openBullQueue(options: BullOptions): Promise<BullQueue> {
  const { makeBullQueue } = await import('./bullmq-queue.ts')
  return makeBullQueue(options)
}
