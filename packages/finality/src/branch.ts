import { bytevector, vector } from 'micro-eth-signer/ssz.js'
import { FinalityError } from './error.ts'

const pair = /* @__PURE__ */ vector(2, /* @__PURE__ */ bytevector(32))

/** A part of a beacon object, and the place that its branch leads to. */
export type Branch = {
  /** The part's name, for the sentence of a refusal. */
  readonly part: string
  /** The root of the part, 32 bytes. */
  readonly leaf: Uint8Array
  /** The hashes beside the way up. */
  readonly hashes: readonly Uint8Array[]
  /** The place among the leaves of that depth: the generalised index less 2 to the depth. */
  readonly index: number
  readonly root: Uint8Array
}

/**
 * Follows a branch of hashes from a part to a root. Source: consensus-specs, `is_valid_merkle_branch`.
 *
 * @throws {FinalityError} `branch_differs`.
 */
export function assertBranch({ part, leaf, hashes, index, root }: Branch): void {
  const top = hashes.reduce(
    (node, beside, level) =>
      pair.merkleRoot((index >> level) & 1 ? [beside, node] : [node, beside]),
    leaf,
  )
  if (isSameBytes(top, root)) return
  throw new FinalityError('branch_differs', `${part} is not under the root that its header states`)
}

/** True if two byte strings are equal. */
export const isSameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index])
