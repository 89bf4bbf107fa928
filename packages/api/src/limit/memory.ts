import type { Limiter, LimitVerdict } from './limiter.ts'

/** The length of the sliding window: a request counts from its time until just before so much later. */
export const windowMs = 60_000

/** A limiter that counts in this process. */
export type MemoryLimiter = Limiter & {
  /** As `take`, at once. */
  readonly takeNow: (keyId: string, limit: number) => LimitVerdict
  /** As `takeNow`, but nothing is counted. */
  readonly look: (keyId: string, limit: number) => LimitVerdict
  /** Counts a request that passed at a time, whatever the limit. */
  readonly note: (keyId: string, atMs: number) => void
  /** Drops what a key passed. */
  readonly forget: (keyId: string) => void
  /** @returns keys that are held. */
  readonly size: () => number
}

/** Times of requests that passed, oldest first; those before `head` are over. */
type RequestWindow = { times: number[]; head: number }

/** The time between two sweeps of keys whose requests are all over: a key that never comes back is forgotten. */
const sweepMs = windowMs

/**
 * Opens a limiter that counts in this process.
 *
 * @returns the limiter; it holds the keys of the last two minutes, each with the times of its last minute.
 */
export function openMemoryLimiter(nowMs: () => number): MemoryLimiter {
  const keys = new Map<string, RequestWindow>()
  let sweptAtMs = nowMs()
  const sweep = (now: number): void => {
    if (now - sweptAtMs < sweepMs) return
    sweptAtMs = now
    for (const [key, { times }] of keys) {
      if ((times.at(-1) ?? Number.NEGATIVE_INFINITY) <= now - windowMs) keys.delete(key)
    }
  }
  const passedOf = (keyId: string): RequestWindow => {
    const passed = keys.get(keyId) ?? { times: [], head: 0 }
    keys.set(keyId, passed)
    return passed
  }
  const judge = (passed: RequestWindow, limit: number, now: number): LimitVerdict => {
    dropOver(passed, now - windowMs)
    const { times, head } = passed
    const count = times.length - head
    const isAllowed = count < limit
    const leavesFirst = times[isAllowed ? head : head + count - limit] ?? now
    const counted = isAllowed ? count + 1 : count
    // In this order: the sum of a fraction and the window, less the fraction, may exceed the window by a hair.
    return verdictOf({ isAllowed, counted, limit, leftMs: windowMs - (now - leavesFirst) })
  }
  const takeNow = (keyId: string, limit: number): LimitVerdict => {
    const now = nowMs()
    sweep(now)
    const passed = passedOf(keyId)
    const verdict = judge(passed, limit, now)
    if (verdict.isAllowed) insert(passed, now)
    return verdict
  }
  return {
    take: takeNow,
    takeNow,
    look: (keyId, limit) => judge(keys.get(keyId) ?? { times: [], head: 0 }, limit, nowMs()),
    note: (keyId, atMs) => {
      sweep(nowMs())
      insert(passedOf(keyId), atMs)
    },
    forget: (keyId) => void keys.delete(keyId),
    pingRedis: null,
    size: () => keys.size,
    close: async () => keys.clear(),
  }
}

/** A count, and what it is judged by. */
export type WindowCount = {
  readonly isAllowed: boolean
  /** Requests of the last minute that passed, with this one if it does. */
  readonly counted: number
  readonly limit: number
  /** Until the request leaves the window that makes room for one more. */
  readonly leftMs: number
}

/** Says what a count means. */
export function verdictOf({ isAllowed, counted, limit, leftMs }: WindowCount): LimitVerdict {
  return {
    isAllowed,
    limit,
    remaining: Math.max(0, limit - counted),
    resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  }
}

/** Answers of Redis come in order, or nearly so: the place is at the end, or close to it. */
function insert({ times, head }: RequestWindow, atMs: number): void {
  let count = times.length
  while (count > head && times[count - 1]! > atMs) count--
  if (count === times.length) times.push(atMs)
  else times.splice(count, 0, atMs)
}

/** Moves the head; the array itself is cut only now and then, so that a request costs the same always. */
function dropOver(passed: RequestWindow, overMs: number): void {
  const { times } = passed
  while (passed.head < times.length && times[passed.head]! <= overMs) passed.head++
  if (passed.head < 64 || passed.head * 2 < times.length) return
  passed.times = times.slice(passed.head)
  passed.head = 0
}
