import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { openLruMap } from '@vaultwright/base'
import type { LimitVerdict } from './limiter.ts'
import { openMemoryLimiter } from './memory.ts'

/** The limits of an address that tries keys which do not exist. */
export type AddressLimiterOptions = {
  /** Keys that are not valid, a minute, from one address. */
  readonly limit: number
  /** Addresses that are held at once: beyond it those that failed first are forgotten. */
  readonly maxAddresses: number
  /** A clock that never goes back, milliseconds. */
  readonly nowMs: () => number
}

/** The address tried too many keys that are not valid: this one was not looked up. */
export type AddressLimited = { readonly limited: LimitVerdict }

/** Judges requests by their address before the store is asked for their key. */
export type AddressLimiter = {
  /**
   * Looks a key up, unless its address tried too many that are not valid. A key that was valid before is
   * always looked up: neighbours behind one address do not lock each other out.
   *
   * @param address - of the caller, as the service sees it.
   * @param token - as it was sent; only a digest of it is kept, and only if it is valid.
   * @param lookUp - gives null for a key that is not valid.
   * @returns what was found, or what the limiter says of the address.
   */
  readonly guard: <Found>(
    address: string,
    token: string,
    lookUp: () => Promise<Found | null>,
  ) => Promise<{ readonly found: Found | null } | AddressLimited>
  /** @returns addresses that are held. */
  readonly size: () => number
}

/** Keys that were valid and are remembered; those that were used longest ago are forgotten. */
const maxKnownKeys = 10_000

type AddressSlot = { pending: number; readonly waiting: (() => void)[] }

/**
 * Opens the limiter of addresses. It counts in this process.
 *
 * While as many look-ups run as an address has tries left, its others wait for them: which of them count
 * is known only when they end, and none passes beyond the limit.
 */
export function openAddressLimiter(options: AddressLimiterOptions): AddressLimiter {
  const { limit, maxAddresses, nowMs } = options
  const failures = openMemoryLimiter(nowMs)
  const held = new Set<string>()
  const slots = new Map<string, AddressSlot>()
  const knownKeys = openLruMap<string, true>({ maxEntries: maxKnownKeys })

  const noteFailure = (name: string): void => {
    held.delete(name)
    held.add(name)
    failures.note(name, nowMs())
    if (held.size <= maxAddresses) return
    const [oldest] = held
    held.delete(oldest!)
    failures.forget(oldest!)
  }
  const noteKnown = (digest: string): void => {
    knownKeys.set(digest, true)
  }
  /** @returns null when the look-up may begin; it is pending then. */
  const enter = async (name: string, slot: AddressSlot): Promise<LimitVerdict | null> => {
    for (;;) {
      const verdict = failures.look(name, limit)
      if (!verdict.isAllowed) return verdict
      // `remaining` is what one more would leave.
      if (slot.pending < verdict.remaining + 1) {
        slot.pending++
        return null
      }
      await new Promise<void>((resume) => slot.waiting.push(resume))
    }
  }
  const leave = (name: string, slot: AddressSlot): void => {
    slot.pending--
    for (const resume of slot.waiting.splice(0)) resume()
    if (isIdle(slot)) slots.delete(name)
  }
  return {
    guard: async (address, token, lookUp) => {
      const digest = hash('sha256', token, 'base64')
      const name = nameOf(address)
      if (knownKeys.has(digest)) {
        const caller = await lookUp()
        if (caller !== null) return { found: caller }
        knownKeys.delete(digest)
        noteFailure(name)
        return { found: caller }
      }
      const slot = slots.get(name) ?? { pending: 0, waiting: [] }
      slots.set(name, slot)
      const limited = await enter(name, slot)
      if (limited !== null) {
        if (isIdle(slot)) slots.delete(name)
        return { limited }
      }
      try {
        const caller = await lookUp()
        if (caller === null) noteFailure(name)
        else noteKnown(digest)
        return { found: caller }
      } finally {
        leave(name, slot)
      }
    },
    size: () => held.size,
  }
}

const isIdle = ({ pending, waiting }: AddressSlot): boolean => pending === 0 && waiting.length === 0

/**
 * Names whose tries are counted together: one IPv4 address (also where it is written as IPv6), or one /64
 * network of IPv6. A connection that has closed has no address any more; all of those are one name.
 */
export function nameOf(address: string | undefined): string {
  if (address === undefined) return 'closed'
  const text = address.toLowerCase().split('%')[0]!
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(text)) return text.slice(0, 64)
  const [head = '', tail] = text.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
