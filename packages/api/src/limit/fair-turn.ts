import type { Steps } from '@vaultwright/base'

/** Lets work of many tenants use the event loop in turns. */
export type FairTurns = {
  /** Waits for the next turn of a tenant. The work until its next pause is one turn. */
  readonly next: (tenantId: string) => Promise<void>
  /** Waits for the next turn of a tenant if this one has lasted long enough; null while it has not. */
  readonly pause: (tenantId: string) => Promise<void> | null
  /** Runs steps in as many turns as they need, and gives their result. */
  readonly run: <Result>(tenantId: string, steps: Steps<Result>) => Promise<Result>
}

/** Options of turns. */
export type FairTurnOptions = {
  readonly nowMs: () => number
  /** Milliseconds after which a turn ends at its next pause. */
  readonly turnMs: number
}

/** Rounds of the event loop that follow a slice of turns: what needs no turn takes some to be read, answered and sent. */
const roundsBetween = 4

/** Milliseconds after which a slice of turns is over. */
const sliceMs = 2

/** Milliseconds after which no further turn begins in a round: a round costs as much as some short turns. */
const roundMs = 1

/** A fifth of what a request may keep the event loop: a step that begins in time may take the rest. */
const defaults: FairTurnOptions = { nowMs: () => performance.now(), turnMs: 10 }

/**
 * Opens turns that are fair by tenant: the tenant of the last turn comes after all others that wait. A round of the event
 * loop has one turn, or short ones: none begins a millisecond after the first. Requests that need no turn are read and
 * answered in the rounds that follow a long turn, or some short ones.
 */
export function openFairTurns({ nowMs, turnMs }: FairTurnOptions = defaults): FairTurns {
  // In the order in which the tenants come next.
  const waiting = new Map<string, (() => void)[]>()
  let isScheduled = false
  let lastTenant: string | undefined
  let beganMs = Number.NEGATIVE_INFINITY
  let sliceBeganMs: number | null = null
  let roundBeganMs: number | null = null
  const schedule = (rounds: number): void => {
    isScheduled = true
    setImmediate(() => {
      if (rounds > 0) return schedule(rounds - 1)
      roundBeganMs = null
      isScheduled = false
      give()
    })
  }
  /** Goes on once a turn has come to its end or waits for something else. */
  const goOn = (): void => {
    isScheduled = true
    queueMicrotask(() =>
      process.nextTick(() => {
        if (nowMs() - (roundBeganMs ?? beganMs) >= roundMs) return schedule(0)
        isScheduled = false
        give()
      }),
    )
  }
  const give = (): void => {
    if (sliceBeganMs !== null && nowMs() - sliceBeganMs >= sliceMs) {
      sliceBeganMs = null
      schedule(roundsBetween - 1)
      return
    }
    const [first, second] = waiting
    if (first === undefined) {
      sliceBeganMs = null
      return
    }
    // A tenant that came while only the last one waited comes before it all the same.
    const [tenantId, ownTurns] = first[0] === lastTenant && second !== undefined ? second : first
    const [begin, ...further] = ownTurns
    waiting.delete(tenantId)
    if (further.length > 0) waiting.set(tenantId, further)
    lastTenant = tenantId
    beganMs = nowMs()
    sliceBeganMs ??= beganMs
    roundBeganMs ??= beganMs
    begin?.()
    goOn()
  }
  const next: FairTurns['next'] = (tenantId) =>
    new Promise((resolve) => {
      const line = waiting.get(tenantId)
      if (line === undefined) waiting.set(tenantId, [resolve])
      else line.push(resolve)
      if (!isScheduled) schedule(0)
    })
  const pause: FairTurns['pause'] = (tenantId) =>
    nowMs() - beganMs < turnMs ? null : next(tenantId)
  return {
    next,
    pause,
    run: async (tenantId, steps) => {
      for (;;) {
        const waits = pause(tenantId)
        if (waits !== null) await waits
        const step = steps.next()
        if (step.done === true) return step.value
      }
    },
  }
}
