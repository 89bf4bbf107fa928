import { randomUUID } from 'node:crypto'
import { BaseError } from '@vaultwright/base'
import type { SafePlace } from './safe-place.ts'

/** Longer than one attempt takes: each attempt prolongs it. */
const turnSeconds = 120n
const stepMs = 500
/** Others look at a queue for a few seconds. */
const longestWaitSeconds = 15n

/**
 * Does something to the queue of a Safe while no other request of any process does.
 *
 * @param work - gets what prolongs the turn, to be called before each write.
 * @throws {SafeBusyError} while another one does, or when the turn was lost.
 */
export async function inSafeTurn<Result>(
  { context, safeRef }: SafePlace,
  work: (prolong: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { safes, store } = context
  // One request is one holder: two of one process take turns, too.
  const turn = { ...safeRef, holder: `${safes.holder} ${randomUUID()}` }
  const take = () => store.safeQueues.takeTurn(turn, turnSeconds)
  const untilUnix = context.now() + longestWaitSeconds
  while (!(await take())) {
    if (context.now() >= untilUnix)
      throw new SafeBusyError('is being proposed to by another request')
    await safes.wait(stepMs)
  }
  try {
    return await work(async () => {
      if (!(await take()))
        throw new SafeBusyError('took too long, and another request has its turn')
    })
  } finally {
    await store.safeQueues.endTurn(turn)
  }
}

/** Another request writes to the queue of a Safe. */
export class SafeBusyError extends BaseError {
  override readonly code = 'safe_busy'
  override readonly kind = 'overload'

  constructor(reason: string) {
    super({
      message: `The queue of the Safe ${reason}. Ask again in a moment.`,
      facts: { reason },
      retryable: true,
    })
  }
}
