/** Lets one at a time in, in the order in which they came. */
export type Mutex = {
  /** @returns what lets the next one in; to be called once. */
  readonly enter: () => Promise<() => void>
}

/**
 * Makes a mutex.
 *
 * One connection is shared by everything in the process that writes: without this the statements of
 * two transactions would interleave in one.
 */
export function makeMutex(): Mutex {
  let last: Promise<void> = Promise.resolve()
  return {
    enter: async () => {
      const before = last
      let leave = () => {}
      last = new Promise((resolve) => {
        leave = resolve
      })
      await before
      return leave
    },
  }
}
