/** A clock on which a second takes a millisecond, and that can be put wrong. */
export type FastClock = {
  readonly nowUnix: () => bigint
  /** Puts it before or behind the time by so many seconds; 0 puts it right. */
  readonly skewTo: (seconds: number) => void
  /** Has something done after so many milliseconds of this clock. @returns what takes it back. */
  readonly timer: (run: () => void, ms: number) => () => void
}

const pace = 1_000

/** Makes a clock that says that moment now. */
export function openFastClock(unix: number): FastClock {
  const begun = performance.now()
  let skew = 0
  return {
    nowUnix: () => BigInt(unix + skew + Math.floor(performance.now() - begun)),
    skewTo: (seconds) => {
      skew = seconds
    },
    timer: (run, ms) => {
      const timer = setTimeout(run, Math.max(1, ms / pace))
      return () => clearTimeout(timer)
    },
  }
}
