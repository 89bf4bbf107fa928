import { escapeForeign, escapeInvisible, type Hex, parseHex } from '@vaultwright/base'
import type { ReviewEntryData, ReviewRecordData } from '@vaultwright/wire'
import { type AnswerReason, reasonOf } from '../verdict/verdict.ts'
import { assertionProblemOf } from './assertion.ts'
import {
  noEntryHash,
  passkeyFingerprintOf,
  reviewChallengeOf,
  reviewEntryHashOf,
} from './review-entry.ts'
import { reviewStateOf } from './review-state.ts'

/** Facts about a review that its file cannot prove. */
export type KnownReview = {
  /** The hash of the last entry, from a reviewer or another copy; null where it is not known. */
  readonly head: Hex | null
  /** Fingerprints of public keys of reviewers, by name. */
  readonly keys: ReadonlyMap<string, ReadonlySet<Hex>>
}

/** The hash of the last entry; of zeros without any. */
export function reviewHeadOf({ subject, entries }: ReviewRecordData): Hex {
  const last = entries.at(-1)
  return last === undefined ? noEntryHash : reviewEntryHashOf(subject, last)
}

/**
 * Verifies every entry of a review by itself and against the entry before it: number, hash, time and signature. An
 * entry that was removed, moved, changed or back-dated is named.
 *
 * @returns reasons of a No; none where the record holds.
 */
export function verifyReview({ subject, entries }: ReviewRecordData): readonly AnswerReason[] {
  const holders = new Map<string, string>()
  const problems: AnswerReason[] = []
  const refuse = (entry: ReviewEntryData, problem: string) =>
    problems.push(reasonOf('no', 'not_followed', `Entry ${entry.number}: ${problem}.`))
  let before: ReviewEntryData | null = null
  for (const [index, entry] of entries.entries()) {
    const previous: Hex = before === null ? noEntryHash : reviewEntryHashOf(subject, before)
    if (entry.number !== index + 1) refuse(entry, `it stands at place ${index + 1}`)
    if (entry.previous !== previous) {
      refuse(entry, 'it does not follow the entry before it: one was removed, moved or changed')
    }
    if (before !== null && Date.parse(entry.at) < Date.parse(before.at)) {
      refuse(entry, 'its time is before that of the entry before it')
    }
    const problem = assertionProblemOf(entry, reviewChallengeOf(subject, entry))
    if (problem !== null) refuse(entry, problem)
    const holder = holders.get(entry.public_key) ?? entry.author.id
    holders.set(entry.public_key, holder)
    if (holder !== entry.author.id) refuse(entry, 'one passkey signs for two users')
    before = entry
  }
  return problems
}

/** Gives the reasons of a review's verdict: that it holds, who said what, and what the file alone cannot prove. */
export function recordReasons(
  record: ReviewRecordData,
  { head, keys }: KnownReview,
): readonly AnswerReason[] {
  const { subject, entries } = record
  const end = reviewHeadOf(record)
  const what = subject.kind === 'root' ? 'the root' : 'the content hash'
  return [
    ...verifyReview(record),
    ...(head === null
      ? [
          reasonOf(
            'open',
            'not_given',
            `The file ends with ${end}. It cannot prove that no later entry was cut off: give that hash from a reviewer (--head).`,
          ),
        ]
      : head === end
        ? []
        : [
            reasonOf(
              'no',
              'not_followed',
              `The file ends with ${end}, and you know ${head}: entries are missing or were changed.`,
            ),
          ]),
    ...keyReasons(entries, keys),
    reasonOf('note', 'stated', `It is about ${what} ${subject.hash}: compare it with yours.`),
    reasonOf('note', 'stated', countText(entries)),
    ...entries.map((entry) => reasonOf('note', 'stated', entryText(entry))),
    reasonOf(
      'note',
      'stated',
      'Names and times are those that each reviewer saw and signed; the service chose them.',
    ),
  ]
}

function keyReasons(
  entries: readonly ReviewEntryData[],
  keys: KnownReview['keys'],
): readonly AnswerReason[] {
  const missing = new Map<string, Hex>()
  const reasons: AnswerReason[] = []
  for (const { number, author, public_key: publicKey } of entries) {
    const fingerprint = passkeyFingerprintOf(parseHex(publicKey))
    const fingerprints = keys.get(author.name)
    if (fingerprints === undefined) missing.set(author.name, fingerprint)
    else if (!fingerprints.has(fingerprint)) {
      const message = `Entry ${number}: the public key is not one that you know of ${escapeForeign(author.name)}.`
      reasons.push(reasonOf('no', 'not_followed', message))
    }
  }
  for (const [name, fingerprint] of missing) {
    const shown = escapeForeign(name)
    const message = `The file cannot prove whose passkey signs as ${shown}: compare ${fingerprint} with ${shown} (--reviewer).`
    reasons.push(reasonOf('open', 'not_given', message))
  }
  return reasons
}

/** A record that holds is no approval: the count says whose approvals stand, as far as the file alone tells. */
function countText(entries: readonly ReviewEntryData[]): string {
  const { approved, rejected } = reviewStateOf(entries, { proposers: [], deactivated: [] })
  const proposed = entries.filter(({ act }) => act === 'proposed')
  const proposers =
    proposed.length === 0
      ? 'No entry says who proposed it'
      : `Proposed by ${namesOf(proposed)}, whose approval does not count`
  return `Approved by ${namesOf(approved)}; rejected by ${namesOf(rejected)}. ${proposers}.`
}

function namesOf(entries: readonly ReviewEntryData[]): string {
  const names = new Set(entries.map(({ author }) => escapeForeign(author.name)))
  return names.size === 0 ? 'none' : [...names].join(', ')
}

function entryText({ number, author, act, at: time, version, comment }: ReviewEntryData): string {
  const words = comment === '' ? '' : `: “${escapeInvisible(comment)}”`
  return `Entry ${number}: ${escapeForeign(author.name)} ${act} at ${time}, with version ${escapeForeign(version)}${words}`
}
