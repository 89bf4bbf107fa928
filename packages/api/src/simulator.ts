import { BaseError } from '@vaultwright/base'
import type { SimulationConfig } from './config.ts'

/** Lets so many pieces of work run at once, and a few wait. */
export type Simulator = {
  /**
   * Runs work when it is its turn.
   * @throws {SimulatorBusyError} when too many wait already, or the simulator is closed.
   * @throws {SimulationTimeoutError} when waiting and work together take too long.
   */
  readonly run: <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>
  /** Refuses everybody who waits. */
  readonly close: () => void
}

/** So many may wait for each that runs: more would only wait for their timeout. */
const waitingEach = 4

type Waiter = { readonly start: () => void; readonly refuse: (error: BaseError) => void }

/**
 * Opens a simulator.
 *
 * Work that takes too long is given up for its caller, but keeps its place until it ends: nodes and
 * forks cannot be told to stop, and what they do still counts.
 *
 * @param config - how many at once, how many milliseconds.
 * @returns the simulator.
 */
export function openSimulator({
  concurrency,
  timeoutMs,
}: Pick<SimulationConfig, 'concurrency' | 'timeoutMs'>): Simulator {
  const waiters = new Set<Waiter>()
  let running = 0
  let isClosed = false

  const next = () => {
    const [first] = waiters
    if (first === undefined || running >= concurrency) return
    waiters.delete(first)
    first.start()
  }
  const run = <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> =>
    new Promise((resolve, reject) => {
      const isFull = running >= concurrency && waiters.size >= concurrency * waitingEach
      if (isClosed || isFull) return reject(new SimulatorBusyError(concurrency))
      const leave = () => give(new SimulationTimeoutError(timeoutMs))
      const timer = setTimeout(leave, timeoutMs)
      signal.addEventListener('abort', leave, { once: true })
      const settle = (end: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        waiters.delete(waiter)
        end()
      }
      const give = (error: BaseError) => settle(() => reject(error))
      const start = () => {
        running++
        work()
          .then(
            (value) => settle(() => resolve(value)),
            (error) => settle(() => reject(error)),
          )
          .finally(() => {
            running--
            next()
          })
      }
      const waiter: Waiter = { start, refuse: give }
      waiters.add(waiter)
      if (signal.aborted) leave()
      else next()
    })

  return {
    run,
    close: () => {
      isClosed = true
      for (const { refuse } of [...waiters]) refuse(new SimulatorBusyError(concurrency))
    },
  }
}

/** More simulations are asked for than can run or wait. */
export class SimulatorBusyError extends BaseError {
  override readonly code = 'simulator_busy'

  constructor(concurrency: number) {
    super({
      message: `${concurrency} simulations run already and as many as may wait do. Ask again later, or build with skip_sim.`,
      facts: { concurrency },
      retryable: true,
    })
  }
}

/** A simulation takes longer than anybody waits. */
export class SimulationTimeoutError extends BaseError {
  override readonly code = 'simulation_timeout'

  constructor(timeoutMs: number) {
    super({
      message: `The simulation did not end within ${timeoutMs} ms. Ask again, or simulate the calldata yourself.`,
      facts: { timeoutMs },
      retryable: true,
    })
  }
}
