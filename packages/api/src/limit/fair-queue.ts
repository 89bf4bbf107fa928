import type { BaseError } from '@vaultwright/base'

/** Runs work of many tenants: so many at once, and each tenant has its share while others wait. */
export type FairQueue = {
  /**
   * Runs work when it is its turn.
   * @throws what `busy` makes when as many of the tenant wait as may, it waited longer than `waitMs`, or the queue
   *   is closed; what `late` makes when it takes too long, or the caller hangs up.
   */
  readonly run: <Result>(
    tenantId: string,
    work: () => Promise<Result>,
    signal: AbortSignal,
  ) => Promise<Result>
  /** Refuses all waiting work. */
  readonly close: () => void
}

/** Options of a queue. */
export type FairQueueOptions = {
  /** The number that run at once, of all tenants. */
  readonly concurrency: number
  /** The number of one tenant that may wait. */
  readonly perTenant: number
  /** The number of one tenant that run at once; default: as many as of all. */
  readonly maxRunning?: number
  /** Waiting and work together; with `waitMs` the work alone. */
  readonly timeoutMs: number
  /** The time that something may wait for its turn; default: as long as waiting and work together. */
  readonly waitMs?: number
  readonly busy: () => BaseError
  readonly late: () => BaseError
}

type QueuedRequest = { readonly start: () => void; readonly refuse: (error: BaseError) => void }

/** Of one tenant; it is dropped when nothing of it runs or waits. */
type TenantLine = {
  running: number
  /** When its last turn was, by the count of turns. */
  turn: number
  readonly waiters: Set<QueuedRequest>
}

/**
 * Opens a queue that is fair by tenant: the tenant that runs least comes next, and of those that run as many the
 * one that waited longest since its last turn. How much a tenant asks for is its own wait alone.
 *
 * Work that takes too long is given up for its caller, but keeps its place until it ends: nodes and
 * forks cannot be stopped, and their work still counts.
 */
export function openFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, perTenant, timeoutMs, busy, late } = options
  const { maxRunning = concurrency, waitMs } = options
  const lines = new Map<string, TenantLine>()
  let running = 0
  let turns = 0
  let isClosed = false

  const next = (): void => {
    while (running < concurrency) {
      let first: TenantLine | null = null
      for (const line of lines.values()) {
        const isReady = line.waiters.size > 0 && line.running < maxRunning
        if (isReady && (first === null || goesBefore(line, first))) first = line
      }
      if (first === null) return
      turns++
      first.turn = turns
      const [waiter] = first.waiters
      first.waiters.delete(waiter!)
      waiter!.start()
    }
  }
  const drop = (tenantId: string, line: TenantLine): void => {
    if (line.running === 0 && line.waiters.size === 0) lines.delete(tenantId)
  }
  const run = <Result>(
    tenantId: string,
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      // A new job goes before tenants that had the last turn, and after all that have waited longer.
      const line = lines.get(tenantId) ?? { running: 0, turn: turns - 0.5, waiters: new Set() }
      const mustWait = running >= concurrency || line.running >= maxRunning
      const isFull = mustWait && line.waiters.size >= perTenant
      if (isClosed || isFull) return reject(busy())
      lines.set(tenantId, line)
      const leave = () => give(late())
      let timer = setTimeout(waitMs === undefined ? leave : () => give(busy()), waitMs ?? timeoutMs)
      signal.addEventListener('abort', leave, { once: true })
      const settle = (end: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        line.waiters.delete(waiter)
        drop(tenantId, line)
        end()
      }
      const give = (error: BaseError) => settle(() => reject(error))
      const start = () => {
        running++
        line.running++
        if (waitMs !== undefined) {
          clearTimeout(timer)
          timer = setTimeout(leave, timeoutMs)
        }
        const end = (finish: () => void) => {
          running--
          line.running--
          settle(finish)
          next()
        }
        work().then(
          (value) => end(() => resolve(value)),
          (error) => end(() => reject(error)),
        )
      }
      const waiter: QueuedRequest = { start, refuse: give }
      line.waiters.add(waiter)
      if (signal.aborted) leave()
      else next()
    })

  return {
    run,
    close: () => {
      isClosed = true
      for (const { waiters } of [...lines.values()]) {
        for (const { refuse } of [...waiters]) refuse(busy())
      }
    },
  }
}

function goesBefore(one: TenantLine, other: TenantLine): boolean {
  return one.running === other.running ? one.turn < other.turn : one.running < other.running
}
