import { BaseError } from '@vaultwright/base'

/** The limit of questions, and of the time one waits for its turn. */
export type BudgetOptions = {
  /** Questions in any 60 seconds, each of a batch counted. */
  readonly perMinute: number
  /** The longest wait for a turn. */
  readonly waitMs: number
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/** Waits until so many questions may be asked. */
export type Budget = (count: number) => Promise<void>

const minuteMs = 60_000

/** Makes a budget over a sliding minute: no window of 60 seconds ever holds more than allowed. */
export function openBudget({ perMinute, waitMs, now, sleep }: BudgetOptions): Budget {
  let spent: { readonly at: number; readonly count: number }[] = []
  return async (count) => {
    if (count > perMinute) throw new RequestBudgetError(perMinute, count, null)
    const deadline = now() + waitMs
    for (;;) {
      const time = now()
      spent = spent.filter((entry) => entry.at > time - minuteMs)
      const used = spent.reduce((sum, entry) => sum + entry.count, 0)
      if (used + count <= perMinute) {
        spent.push({ at: time, count })
        return
      }
      const free = freeAt(spent, used + count - perMinute)
      if (free > deadline) throw new RequestBudgetError(perMinute, count, free - time)
      await sleep(free - time)
    }
  }
}

function freeAt(spent: readonly { at: number; count: number }[], needed: number): number {
  let freed = 0
  for (const entry of spent) {
    freed += entry.count
    if (freed >= needed) return entry.at + minuteMs
  }
  return Number.POSITIVE_INFINITY
}

/** More questions than the budget of a minute allows, and no time to wait. */
export class RequestBudgetError extends BaseError {
  override readonly code = 'rpc_budget_spent'
  override readonly kind = 'unavailable'

  constructor(perMinute: number, count: number, waitMs: number | null) {
    super({
      message: `${count} more questions exceed the budget of ${perMinute} a minute. Wait, or allow more.`,
      facts: { perMinute, count, waitMs },
      retryable: waitMs !== null,
    })
  }
}
