import { BaseError } from '@vaultwright/base'
import type { SimulationConfig } from '../config/config.ts'
import { type FairQueue, openFairQueue } from '../limit/fair-queue.ts'

/** Lets so many simulations run at once, and a few of each tenant wait. */
export type Simulator = FairQueue

/** Opens a simulator, fair by tenant. */
export function openSimulator({
  concurrency,
  queue: perTenant,
  timeoutMs,
}: Pick<SimulationConfig, 'concurrency' | 'queue' | 'timeoutMs'>): Simulator {
  return openFairQueue({
    concurrency,
    perTenant,
    timeoutMs,
    busy: () => new SimulatorBusyError({ concurrency, queue: perTenant }),
    late: () => new SimulationTimeoutError(timeoutMs),
  })
}

/** The tenant asks for more simulations than may wait. */
export class SimulatorBusyError extends BaseError {
  override readonly code = 'simulator_busy'
  override readonly kind = 'overload'

  constructor(facts: Pick<SimulationConfig, 'concurrency' | 'queue'>) {
    const { concurrency, queue } = facts
    super({
      message: `${concurrency} simulations run already, and as many of yours as may wait do (${queue}). Ask again later, or build with skip_sim.`,
      facts: { concurrency, queue },
      retryable: true,
    })
  }
}

/** A simulation takes longer than its time limit. */
export class SimulationTimeoutError extends BaseError {
  override readonly code = 'simulation_timeout'
  override readonly kind = 'timeout'

  constructor(timeoutMs: number) {
    super({
      message: `The simulation did not end within ${timeoutMs} ms. Ask again, or simulate the calldata yourself.`,
      facts: { timeoutMs },
      retryable: true,
    })
  }
}
