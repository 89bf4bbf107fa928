import { type Address, BaseError, type Facts, type Finding, type Hex } from '@vaultwright/base'
import {
  appendDroneTarget,
  type Call,
  type DecoderReadValues,
  doubtsOf,
  type Leaf,
  type LeafTree,
  matchCall,
} from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import { type LeafSlot, ruleBook } from '@vaultwright/protocols'
import { printJson } from '../value/value-text.ts'

/** A call together with the leaf that permits it and the proof of that leaf. */
export type ProvenCall = {
  /** The account the Manager calls: the drone for calls of a drone. */
  readonly target: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  readonly decoder: Address
  /** From 0. */
  readonly slot: number
  readonly leaf: Leaf
  /** Siblings bottom-up. */
  readonly proof: readonly Hex[]
  /** The description for a person: `Approve 1,000 USDC for Pool`. */
  readonly description: string
  /** The answers the chain must give for the leaf to be the right one; empty mostly. */
  readonly assumed: readonly string[]
  /** Set where decoders of other versions pack the call otherwise, or refuse it. */
  readonly decoderDoubt: Facts | null
}

/** A call that the vault or its drone is to make, and what is known about its leaf. */
export type UnprovenCall = Pick<Call, 'target' | 'data' | 'value'> & {
  readonly route: string
  readonly drone: Address | null
  /** The leaf that shall permit it; another that does as well is as good. Null when any may. */
  readonly leafSlot: LeafSlot | null
  readonly reads: DecoderReadValues
  readonly description: string
}

/**
 * Finds the leaf that permits a call, by what decoders pack for its very bytes, and proves it.
 *
 * @throws {ActionRefusedError} when the decoder refuses the call, or packs for it what no leaf has.
 */
export function proveCall(request: UnprovenCall, tree: LeafTree): ProvenCall {
  const { drone, leafSlot, route, reads } = request
  const target = drone ?? request.target
  const data = drone === null ? request.data : appendDroneTarget(request.data, request.target)
  const { value, description } = request
  const decoder = leafSlot === null ? {} : { decoder: leafSlot.decoder }
  const match = matchCall({ target, data, value, ...decoder }, { tree, rules: ruleBook, reads })
  if (match.kind === 'none') {
    const { reason, message, facts } = match.refusal
    throw new ActionRefusedError(route, message, { reason, ...facts })
  }
  const slot =
    leafSlot !== null && match.positions.includes(leafSlot.slot)
      ? leafSlot.slot
      : match.positions[0]!
  // Without a rule it is unknown what the decoder packs: that is not a proof.
  if (match.kind === 'structural') {
    throw new ActionRefusedError(route, 'No rule says what its decoder packs.', { slot })
  }
  return {
    target,
    data,
    value,
    slot,
    description,
    leaf: match.leaf,
    decoder: match.leaf.decoder,
    proof: proofHexOf(tree.tree, slot),
    assumed: match.reads.map((read) => printJson(read)),
    decoderDoubt: doubtsOf(match).find(({ reason }) => reason === 'decoder_unknown')?.facts ?? null,
  }
}

/**
 * Warns of what a proof takes for granted.
 *
 * @returns a warning for each answer that the chain must give, and one where the version of the decoder
 * decides; none mostly.
 */
export function assumptionsOf({ assumed, decoderDoubt }: ProvenCall): readonly Finding[] {
  const reads = assumed.map(
    (read): Finding => ({
      code: 'assumed_read',
      severity: 'warning',
      leaf: null,
      message: `The leaf is the right one only if the chain answers as assumed: ${read}. Verify the calldata against a node before it is sent.`,
      facts: { read },
    }),
  )
  if (decoderDoubt === null) return reads
  const { decoders } = decoderDoubt
  const names = Array.isArray(decoders) ? decoders.join(' or ') : ''
  const message = `The leaf is the right one only if the decoder is ${names}: decoders of other versions pack the call otherwise, refuse it, or read the chain. Verify the calldata against a node before it is sent.`
  const doubt = { code: 'decoder_unknown', severity: 'warning', leaf: null, message } as const
  return [...reads, { ...doubt, facts: decoderDoubt }]
}

/** The Manager or the decoder would refuse a call, whatever the tree. */
class ActionRefusedError extends BaseError {
  override readonly code = 'action_refused'
  override readonly kind = 'not_permitted'

  constructor(route: string, why: string, facts: Facts) {
    super({
      message: `${route} would be refused with these values. ${why}`,
      facts: { route, ...facts },
    })
  }
}
