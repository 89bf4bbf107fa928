/** Asks what is away again and again, until it answers. */
export type Probe = {
  /** Begins to ask, unless it asks already. */
  readonly start: () => void
  /** Ends the probes: the server answered another caller. */
  readonly stop: () => void
  /** As `stop`, for good. */
  readonly close: () => void
}

/** The target of a probe. */
export type ProbeOptions = {
  /** Must not throw. */
  readonly ask: () => Promise<boolean>
  /** Called once each time that it answers again. */
  readonly onBack: () => void
}

const firstWaitMs = 100
const maxWaitMs = 2_000

/** Opens a probe that waits 100 ms at first and twice as long each time, at most 2 s; it keeps no process alive. */
export function openProbe({ ask, onBack }: ProbeOptions): Probe {
  let isClosed = false
  /** Of the asking that goes on; null while there is none. */
  let round: { timer: NodeJS.Timeout } | null = null
  const stop = (): void => {
    if (round !== null) clearTimeout(round.timer)
    round = null
  }
  const later = (waitMs: number, work: () => void): NodeJS.Timeout =>
    setTimeout(work, waitMs).unref()
  const start = (): void => {
    if (isClosed || round !== null) return
    const current = { timer: later(firstWaitMs, () => void askAfter(firstWaitMs)) }
    const askAfter = async (waitedMs: number): Promise<void> => {
      const isBack = await ask()
      // It was stopped while it asked.
      if (round !== current) return
      if (isBack) {
        round = null
        return onBack()
      }
      const waitMs = Math.min(waitedMs * 2, maxWaitMs)
      current.timer = later(waitMs, () => void askAfter(waitMs))
    }
    round = current
  }
  return {
    start,
    stop,
    close: () => {
      isClosed = true
      stop()
    },
  }
}
