/** Lets work of many tenants use the event loop in turns. */
export type FairTurns = {
  /** Waits for the next turn of a tenant. The work until its next pause is one turn. */
  readonly next: (tenantId: string) => Promise<void>
}

/**
 * Opens turns that are fair by tenant: one turn in each round of the event loop, and the tenant of the last
 * turn comes after all others that wait. Requests that need no turn are read and answered between two turns.
 */
export function openFairTurns(): FairTurns {
  // In the order in which the tenants come next.
  const waiting = new Map<string, (() => void)[]>()
  let isScheduled = false
  const schedule = (): void => {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setImmediate(give)
  }
  const give = (): void => {
    isScheduled = false
    const [first] = waiting
    if (first === undefined) return
    const [tenantId, [begin, ...others]] = first
    waiting.delete(tenantId)
    if (others.length > 0) waiting.set(tenantId, others)
    begin?.()
    schedule()
  }
  return {
    next: (tenantId) =>
      new Promise((resolve) => {
        const own = waiting.get(tenantId)
        if (own === undefined) waiting.set(tenantId, [resolve])
        else own.push(resolve)
        schedule()
      }),
  }
}
