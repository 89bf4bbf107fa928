import { bls12_381 } from '@noble/curves/bls12-381.js'
import { FinalityError } from './error.ts'
import type { CommitteeKeys, OptimisticUpdate } from './layout.ts'

/** The hash-to-curve suite of Ethereum's signatures. Source: consensus-specs, phase0, BLS signatures. */
const suite = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'
const { Point } = bls12_381.G1
type Key = InstanceType<typeof Point>

/**
 * Checks the signature of a committee, and that more than two thirds of it signed.
 *
 * @param message - 32 bytes.
 * @returns the number of members that signed.
 * @throws {FinalityError} `too_few_signers`, and what {@link countSigners} throws.
 */
export function assertSigned(
  keys: CommitteeKeys,
  aggregate: OptimisticUpdate['sync_aggregate'],
  message: Uint8Array,
): number {
  const signerCount = aggregate.sync_committee_bits.filter(Boolean).length
  const committeeSize = keys.pubkeys.length
  if (signerCount * 3 <= committeeSize * 2) {
    const reason = `${signerCount} of ${committeeSize} members signed, which is not more than two thirds`
    throw new FinalityError('too_few_signers', reason)
  }
  return countSigners(keys, aggregate, message)
}

/**
 * Counts the members that signed, whose signature holds.
 *
 * The aggregate of the signers is opened from the fewer keys: the signers', or those of the absent
 * taken off the committee's aggregate, which stands under the same root as its keys.
 *
 * @param message - 32 bytes.
 * @returns the number of members that signed.
 * @throws {FinalityError} `not_signed`, or `malformed` where a key is not a key or no member signed.
 */
export function countSigners(
  keys: CommitteeKeys,
  { sync_committee_bits: bits, sync_committee_signature }: OptimisticUpdate['sync_aggregate'],
  message: Uint8Array,
): number {
  const signerCount = bits.filter(Boolean).length
  const absent = keys.pubkeys.filter((_, index) => bits[index] !== true)
  const key = absent.reduce<Key>(
    (sum, bytes) => sum.subtract(keyOf(bytes)),
    keyOf(keys.aggregate_pubkey),
  )
  if (key.is0()) throw new FinalityError('malformed', 'the signers add up to the key of infinity')
  if (!isSigned(sync_committee_signature, { message, key })) {
    const reason = `the signature of ${signerCount} members is not that of this committee over this header`
    throw new FinalityError('not_signed', reason)
  }
  return signerCount
}

function isSigned(
  signature: Uint8Array,
  { message, key }: { readonly message: Uint8Array; readonly key: Key },
): boolean {
  const { hash, verify } = bls12_381.longSignatures
  try {
    return verify(signature, hash(message, suite), key)
  } catch {
    // Bytes that are no point of the curve are no signature of anybody.
    return false
  }
}

function keyOf(bytes: Uint8Array): Key {
  try {
    const key = Point.fromBytes(bytes)
    key.assertValidity()
    if (!key.is0()) return key
  } catch (cause) {
    throw new FinalityError(
      'malformed',
      'a key of the committee is not a point of the curve',
      cause,
    )
  }
  throw new FinalityError('malformed', 'a key of the committee is the point at infinity')
}
