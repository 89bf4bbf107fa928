import type { Address, Hex } from '@vaultwright/base'
import type { Witness } from '@vaultwright/proof'
import type { WitnessField, WitnessMatch } from './witness-match.ts'
import { checkTerms, nothingStated } from './witness-terms.ts'
import { type SimulatedLayer, type WitnessedLayer, witnessedLayerOf } from './witnessed-layer.ts'

/** The result of replaying the simulation of a witness. */
export type SimulationReplay =
  | {
      readonly ok: true
      /** The hash that the state was proven from, 32 bytes. */
      readonly blockHash: Hex
      readonly blockNumber: bigint
      /** Unix seconds of the block that the state is of. */
      readonly blockTime: bigint
      /** Why it reverts, in a sentence; null when it succeeds. */
      readonly failure: string | null
      /** Facts of the block that it read and that are unknown before it is made. */
      readonly unknowable: readonly string[]
    }
  | { readonly ok: false; readonly message: string }

/** A simulation beside a packet, as far as it is proven. */
export type PacketSimulation = {
  /** Null where the file cannot be read: the replay then says why. */
  readonly witness: Witness | null
  /** The source of the block's hash: the signer from elsewhere, or the packet itself. */
  readonly hashSource: 'signer' | 'packet'
  /** Null until a hash was given. */
  readonly replay: SimulationReplay | null
}

/** A reason of a simulation for or against signing. */
export type SimulationReason = {
  readonly weight: 'no' | 'incomplete' | 'note'
  readonly code: SimulationReasonCode
  /** The path of the call; null for the packet as a whole. */
  readonly path: string | null
  readonly message: string
}

export type SimulationReasonCode =
  | 'simulation_differs'
  | 'simulation_fails'
  | 'simulation_hash_missing'
  | 'simulation_hash_stated'
  | 'simulation_partial'
  | 'simulation_proven'
  | 'simulation_refused'
  | 'simulation_terms'
  | 'simulation_unknowable'
  | 'simulation_unmatched'

/** The facts of the packet that the signer knows apart from its calls; null if unknown. */
export type SimulationSubject = { readonly chainId: number | null; readonly vault: Address | null }

/** Says what a simulation beside the packet means for its signer. */
export function simulationReasons(
  layers: readonly SimulatedLayer[],
  { witness, hashSource, replay }: PacketSimulation,
  { chainId, vault }: SimulationSubject,
): readonly SimulationReason[] {
  if (witness === null) return replay?.ok === false ? [refusal(replay.message, null)] : []
  const layer = witnessedLayerOf(layers, witness, chainId)
  if (layer === null) {
    const message = 'The simulation is of a call, and this packet makes none.'
    return [{ weight: 'no', code: 'simulation_differs', path: null, message }]
  }
  const { path, match } = layer
  if (!match.ok) {
    return match.differences.map(({ message }) => {
      const whole = `The simulation is of another call than this packet's. ${message} Ask for a witness of this very call.`
      return { weight: 'no', code: 'simulation_differs', path, message: whole }
    })
  }
  const open = [...openReasons(layer, match), ...termReasons(witness, vault, path)]
  if (replay?.ok === false) return [refusal(replay.message, path)]
  if (open.some(({ weight }) => weight === 'no')) return open
  if (replay === null) return [...open, missingHash(path)]
  const seconds = witness.request.timestamp - replay.blockTime
  return [...open, ...resultReasons(replay, { hashSource, path, seconds })]
}

const unknownWords: { readonly [field in WitnessField]: string } = {
  chainId: 'for which chain it is. Give the chain id',
  from: 'who makes the call. Give the Safe',
  to: 'which account is called. Give the account',
  data: 'what is called',
  value: 'what is sent',
}

function openReasons(
  { path, before, after }: WitnessedLayer,
  { unknown }: Extract<WitnessMatch, { readonly ok: true }>,
): readonly SimulationReason[] {
  const reasons = unknown.map((field): SimulationReason => {
    const message = `Whether the simulation is of this call is not known: the packet does not say ${unknownWords[field]}.`
    return { weight: 'incomplete', code: 'simulation_unmatched', path, message }
  })
  const add = (weight: 'incomplete' | 'note', message: string) =>
    reasons.push({ weight, code: 'simulation_partial', path, message })
  if (before.length > 0) {
    add(
      'incomplete',
      `The simulation is of this call alone, and the packet makes other calls before it (${before.join(', ')}): it meets another state than the simulation did. Ask for a witness of the whole, or sign the calls one by one.`,
    )
  }
  if (after.length > 0) {
    add(
      'note',
      `The simulation ends with this call: those after it (${after.join(', ')}) are not in it.`,
    )
  }
  return reasons
}

/** Reasons from the choices of the witness's maker, which no proof covers. */
function termReasons(
  witness: Witness,
  vault: Address | null,
  path: string,
): readonly SimulationReason[] {
  return checkTerms(witness, { ...nothingStated, vault }).map(({ weight, message }) => ({
    weight,
    code: weight === 'no' ? 'simulation_differs' : 'simulation_terms',
    path,
    message,
  }))
}

function missingHash(path: string): SimulationReason {
  const message =
    'The simulation is not proven yet. Read the hash of its block on another device, and give it.'
  return { weight: 'incomplete', code: 'simulation_hash_missing', path, message }
}

function refusal(message: string, path: string | null): SimulationReason {
  const whole = `The simulation does not hold: ${message}`
  return { weight: 'no', code: 'simulation_refused', path, message: whole }
}

type ReplayContext = Pick<PacketSimulation, 'hashSource'> & {
  readonly path: string
  /** From the block of the state to the time that was taken. */
  readonly seconds: bigint
}

function resultReasons(
  replay: Extract<SimulationReplay, { readonly ok: true }>,
  { hashSource, path, seconds }: ReplayContext,
): readonly SimulationReason[] {
  const { blockHash, blockNumber, failure, unknowable } = replay
  const reasons: SimulationReason[] = []
  const add = (weight: SimulationReason['weight'], code: SimulationReasonCode, message: string) =>
    reasons.push({ weight, code, path, message })
  if (hashSource === 'packet') {
    add(
      'incomplete',
      'simulation_hash_stated',
      `The simulation follows from a hash that the packet brought, ${blockHash}, and its maker can choose any. Read the hash of block ${blockNumber} on another device, and give that.`,
    )
  }
  if (unknowable.length > 0) {
    add(
      'incomplete',
      'simulation_unknowable',
      `The simulation depends on values that are only known once the block is made (${unknowable.join(', ')}): its end is not proven.`,
    )
  }
  if (failure !== null) {
    add(
      'no',
      'simulation_fails',
      `On the state of block ${blockNumber} the call fails. ${failure} Do not sign it before you know why.`,
    )
  }
  if (reasons.length === 0) {
    add(
      'note',
      'simulation_proven',
      `Proven from block hash ${blockHash}: on the state of block ${blockNumber}, ${seconds} s later, the call succeeds. Others may act before it is made.`,
    )
  }
  return reasons
}
