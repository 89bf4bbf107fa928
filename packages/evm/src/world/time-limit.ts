import { BaseError } from '@vaultwright/base'

/** The time the EVM may run in a world and its branches, together. */
export type EvmTimeLimit = {
  /** Milliseconds; time that is spent on waiting for the state does not count. */
  readonly mayRunMs: number
  /** Milliseconds from any beginning, such as `performance.now`. */
  readonly clock: () => number
  /** Lets others work, a page for example: it is awaited now and then, and costs none of the time. Its failure is ignored. */
  readonly pause?: () => Promise<void>
}

/** The time the EVM runs between two pauses, milliseconds. */
const sliceMs = 12

/** Counts the time of an EVM. */
export type EvmTimer = {
  /** Counts the time until a work ends. */
  readonly counting: <T>(work: () => Promise<T>) => Promise<T>
  /** Does not count the time until a work ends. */
  readonly pausing: <T>(work: () => Promise<T>) => Promise<T>
  /** @throws {EvmTimeLimitError} when the time is over; from then on always. */
  readonly check: () => void
  /** Checks, and pauses when a slice of time is over. */
  readonly checkAndRest: () => Promise<void>
}

/** Opens a stopwatch at zero. Without a limit it never stops anything. */
export function openEvmTimer(limit: EvmTimeLimit | null): EvmTimer {
  if (limit === null) {
    return {
      counting: (work) => work(),
      pausing: (work) => work(),
      check: () => undefined,
      checkAndRest: async () => undefined,
    }
  }
  const { mayRunMs, clock, pause } = limit
  let spent = 0
  let since: number | null = null
  let isOver = false
  let rested = 0

  const stop = () => {
    if (since !== null) spent += clock() - since
    since = null
  }
  const turn = async <T>(isCounted: boolean, work: () => Promise<T>): Promise<T> => {
    const wasCounted = since !== null
    set(isCounted)
    try {
      return await work()
    } finally {
      set(wasCounted)
    }
  }
  const set = (isCounted: boolean) => {
    stop()
    if (isCounted) since = clock()
  }
  const check = () => {
    const total = spent + (since === null ? 0 : clock() - since)
    isOver ||= total > mayRunMs
    if (isOver) throw new EvmTimeLimitError(mayRunMs)
    return total
  }
  const pausing = <T>(work: () => Promise<T>) => turn(false, work)
  return {
    counting: (work) => turn(true, work),
    pausing,
    check,
    checkAndRest: async () => {
      const total = check()
      if (pause === undefined || total - rested < sliceMs) return
      rested = total
      await pausing(pause).catch(() => undefined)
    },
  }
}

/** A transaction takes the EVM longer than it may. */
export class EvmTimeLimitError extends BaseError {
  override readonly code = 'evm_time_limit'
  override readonly kind = 'timeout'

  constructor(mayRunMs: number) {
    super({
      message: `The transaction takes the EVM of this process longer than the ${mayRunMs} ms that it may run. Split the batch, or use the engine node or fork.`,
      facts: { mayRunMs },
    })
  }
}
