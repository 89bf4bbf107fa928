import { sha256 } from '@noble/hashes/sha2.js'
import { type Hex, printHex } from '@vaultwright/base'
import { canonicalJson } from '@vaultwright/packet'
import type { ReviewEntryData, ReviewSubjectData } from '@vaultwright/wire'

/** An entry before its author signs it: everything that the signature is over. */
export type ReviewDraft = Omit<ReviewEntryData, 'public_key' | 'assertion'>

/** The hash that the first entry names as the one before it. */
export const noEntryHash: Hex = `0x${'0'.repeat(64)}`

const encoder = new TextEncoder()

/**
 * Computes what the author of an entry signs, 32 bytes: over the subject with its content hash, the act, the comment,
 * the version, the time, the author, the place and the hash of the entry before it.
 */
export function reviewChallengeOf(subject: ReviewSubjectData, draft: ReviewDraft): Uint8Array {
  const { number, previous, act, comment, version, at: time, author } = draft
  const content = { subject, number, previous, act, comment, version, time, author }
  return sha256(encoder.encode(`vaultwright review 1\n${canonicalJson(content)}`))
}

/** Computes the hash of a signed entry, which the entry after it names. */
export function reviewEntryHashOf(subject: ReviewSubjectData, entry: ReviewEntryData): Hex {
  const content = canonicalJson({ subject, entry })
  return printHex(sha256(encoder.encode(`vaultwright review entry 1\n${content}`)))
}

/** Names a public key in one line, 32 bytes: for a reviewer to read to an auditor. */
export function passkeyFingerprintOf(publicKey: Uint8Array): Hex {
  return printHex(sha256(publicKey))
}
