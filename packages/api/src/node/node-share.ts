import { BaseError } from '@vaultwright/base'

/**
 * Waits for work as long as a node's share of a request's time.
 *
 * @returns what came of it, in `value`; null when it is late.
 * @throws what the work throws in time.
 */
export async function withinShare<Value>(
  work: Promise<Value>,
  shareMs: number,
): Promise<{ readonly value: Value } | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), shareMs)
  })
  try {
    return await Promise.race([work.then((value) => ({ value })), late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/** A node does not answer in its share of the time, and what is left out only it could tell. */
export class NodeSilentError extends BaseError {
  override readonly code = 'node_silent'
  override readonly kind = 'timeout'

  constructor(chain: string, shareMs: number) {
    super({
      message: `The node of ${chain} did not answer within ${shareMs} ms. Ask again, or give every value.`,
      facts: { chain, shareMs },
      retryable: true,
    })
  }
}
