import { type Address, type Digest, type Hex, printHex } from '@vaultwright/base'
import { InvalidProofError, rootFromProof } from '@vaultwright/merkle'
import { type AnsweredCall, answeredDigestOf, openBytesOf, packedFor } from '../call/opened-call.ts'
import { readBatch } from '../manage/batch.ts'
import { UnevenBatchError } from '../manage/manage-decode.ts'
import type { PackOutcome } from '../rule/rule-pack.ts'
import { outcomesOf, type PackContext } from './outcome.ts'

/** The root that the proofs of a batch lead to. */
export type ProvenRoot = {
  /** 32 bytes. */
  readonly root: Hex
  /**
   * The number of different leaves lead there. Two or more were surely made for this root; of one
   * alone the call may as well have been changed.
   */
  readonly leaves: number
}

/** Options of reading a batch. */
type ProvenRootOptions = PackContext & { readonly manager?: Address }

/**
 * Finds the root that a batch was made for, from the calls and their proofs alone: all calls of the
 * outermost batch lead there, by what some known decoder packs.
 *
 * @returns null when the proofs lead to no common root, or to several, for calls without a rule, and where one leaf
 *   alone leads there and another decoder, which reads the chain, might lead elsewhere.
 * @throws errors as `decodeManage` for calldata that cannot be read.
 */
export function provenRootOf(data: Hex, options: ProvenRootOptions): ProvenRoot | null {
  const calls = outermostCalls(data, options.manager)
  let isReading = false
  const rootsOfCalls = calls.map((call) => {
    const opened = { ...openBytesOf(call, call.bytes), decoder: call.decoder }
    const outcomes = outcomesOf(opened, options).map(({ outcome }) => outcome)
    isReading ||= outcomes.some((outcome) => !outcome.ok && outcome.reason === 'needs_reads')
    return rootsOfCall(opened, call.proof, outcomes)
  })
  const [first, ...further] = rootsOfCalls
  const common = [...(first?.keys() ?? [])].filter((root) =>
    further.every((roots) => roots.has(root)),
  )
  const [root] = common
  if (root === undefined || common.length > 1) return null
  const leaves = new Set(rootsOfCalls.map((roots) => roots.get(root))).size
  return leaves < 2 && isReading ? null : { root, leaves }
}

function outermostCalls(data: Hex, manager: Address | undefined) {
  try {
    return readBatch(data, manager === undefined ? {} : { manager }).calls
  } catch (error) {
    if (error instanceof UnevenBatchError) return []
    throw error
  }
}

/** Every root that a call's proof leads to, by what decoders pack, with the leaf's digest. */
function rootsOfCall(
  call: AnsweredCall,
  proof: readonly Hex[],
  outcomes: readonly PackOutcome[],
): ReadonlyMap<Hex, Hex> {
  const roots = new Map<Hex, Hex>()
  for (const outcome of outcomes) {
    if (!outcome.ok) continue
    const digest = answeredDigestOf(call, packedFor(outcome.packed, call))
    const root = rootOrNull(digest, proof)
    if (root !== null) roots.set(root, printHex(digest))
  }
  return roots
}

function rootOrNull(digest: Digest, proof: readonly Hex[]): Hex | null {
  try {
    return printHex(rootFromProof(digest, proof))
  } catch (error) {
    if (error instanceof InvalidProofError) return null
    throw error
  }
}
