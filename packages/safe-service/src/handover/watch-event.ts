import type { Address, Hex } from '@vaultwright/base'
import type { PacketVerdict } from '@vaultwright/packet'
import type { QueueState, SafeAccountState } from '@vaultwright/safe'
import type { JudgedQueue } from './judge-queue.ts'

/** A change in the queue of a Safe, or of the Safe itself, from one look to the next. */
export type WatchEvent = {
  readonly safe: Address
  readonly event: 'entry' | 'entry_left' | 'finding' | 'account'
  readonly hash: Hex | null
  readonly nonce: bigint | null
  /** Null where the event is not about one entry. */
  readonly state: QueueState | null
  readonly answer: PacketVerdict['answer'] | null
  /** Of a finding its code, of an account the field that changed; null for an entry. */
  readonly code: string | null
  readonly message: string
}

/** Fields of a Safe whose change alters who may act. */
const watchedFields = [
  'version',
  'singleton',
  'threshold',
  'owners',
  'modules',
  'guard',
  'moduleGuard',
  'fallbackHandler',
] as const satisfies readonly (keyof SafeAccountState)[]

/** Prints the fields of a Safe that are watched, as JSON. */
export function printWatchedAccount(account: SafeAccountState): string {
  return JSON.stringify(watchedFields.map((field) => [field, String(account[field])]))
}

/**
 * Lists which watched fields of a Safe changed.
 *
 * @param before - as `printWatchedAccount` printed it; a field that is not in it was not watched then.
 */
export function accountEventsOf(before: string, account: SafeAccountState): readonly WatchEvent[] {
  const { safe } = account
  const nothing = { safe, hash: null, nonce: null, state: null, answer: null }
  const earlier = new Map(JSON.parse(before) as readonly (readonly [string, string])[])
  return watchedFields.flatMap((field): readonly WatchEvent[] => {
    const [old, current] = [earlier.get(field), String(account[field])]
    if (old === undefined || old === current) return []
    const message = `The ${field} of ${safe} changed from ${old || 'none'} to ${current || 'none'}.`
    return [{ ...nothing, event: 'account', code: field, message }]
  })
}

/**
 * Lists what changed from one look at a queue to the next.
 *
 * @param before - the look before; null at the first, which names every entry.
 */
export function watchEventsOf(before: JudgedQueue | null, now: JudgedQueue): readonly WatchEvent[] {
  const { safe } = now.account
  const nothing = { safe, hash: null, nonce: null, state: null, answer: null, code: null }
  const fields =
    before === null ? [] : accountEventsOf(printWatchedAccount(before.account), now.account)
  const previous = new Map((before?.entries ?? []).map((entry) => [entry.verified.hash, entry]))
  const entries = now.entries.flatMap(({ verified, state, verdict }): readonly WatchEvent[] => {
    const { hash, signatures, entry } = verified
    const old = previous.get(hash)
    const isSame =
      old?.state === state &&
      old.verdict.answer === verdict.answer &&
      old.verified.signatures.length === signatures.length
    if (isSame) return []
    const { nonce } = entry.transaction
    const { answer } = verdict
    const message = `Nonce ${nonce}: ${state}, answer ${answer}, ${signatures.length} of ${now.account.threshold} signatures.`
    return [{ ...nothing, event: 'entry', hash, nonce, state, answer, message }]
  })
  const listed = new Set(now.entries.map(({ verified }) => verified.hash))
  const left = [...previous.values()].filter(({ verified }) => !listed.has(verified.hash))
  const gone = left.map(({ verified: { hash, entry } }): WatchEvent => {
    const { nonce } = entry.transaction
    const reason = nonce < now.account.nonce ? 'its nonce is used' : 'it is listed no more'
    const message = `Nonce ${nonce} left the queue: ${reason}.`
    return { ...nothing, event: 'entry_left', hash, nonce, message }
  })
  const earlier = new Set((before?.findings ?? []).map(({ code, message }) => `${code} ${message}`))
  const findings = now.findings
    .filter(({ code, message }) => !earlier.has(`${code} ${message}`))
    .map(({ code, hash, nonce, message }): WatchEvent => {
      return { ...nothing, event: 'finding', code, hash, nonce, message }
    })
  return [...fields, ...entries, ...gone, ...findings]
}
