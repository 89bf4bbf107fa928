import { BaseError } from '@vaultwright/base'
import { simulationStatusOf } from '@vaultwright/outcome'
import {
  largestWitness,
  openPacket,
  type PacketSimulation,
  type PacketVerdict,
  type WitnessedLayer,
  witnessedLayerOf,
} from '@vaultwright/packet'
import { isWitness, parseWitness, type Witness } from '@vaultwright/proof'
import type { ReplayState } from '../proof/replay/use-replay.ts'
import type { TypedHash } from '../proof/typed-hash.ts'

/** A witness beside the packet, as it came. */
export type BesideWitness = {
  /** Text of the witness's file. */
  readonly text: string
  /** The source of it: a file of the signer's channel, or the service of this page. */
  readonly broughtBy: 'packet' | 'server'
  /** Of the file. */
  readonly name: string
}

/** A witness, read; nothing of it is proven yet. */
export type OpenedWitness = BesideWitness &
  (
    | { readonly witness: Witness; readonly problem: null }
    | { readonly witness: null; readonly problem: BaseError }
  )

/** Reads a witness; one that is damaged keeps its problem, which is a reason against the packet. */
export function openBesideWitness(beside: BesideWitness): OpenedWitness {
  try {
    return { ...beside, witness: parseWitness(beside.text), problem: null }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { ...beside, witness: null, problem: error }
  }
}

/**
 * Takes the witness out of a file: the witness itself, or a packet or simulation that has one inside.
 *
 * @throws {WitnessFileError} {PacketFormError} when there is none, or it is too large.
 */
export function witnessTextIn(text: string): string {
  if (text.length > largestWitness) {
    throw new WitnessFileError(`has ${text.length} bytes, more than ${largestWitness}`)
  }
  const value = jsonIn(text)
  if (isWitness(value)) return text
  if (value === undefined) throw new WitnessFileError('is not JSON, or was cut')
  const { witness } = openPacket(text)
  if (witness === null) throw new WitnessFileError('holds a packet and no witness')
  return witness
}

/** The call of the packet that the witness is of; null without a witness or a call. */
export function layerOf(
  opened: OpenedWitness | null,
  { calls }: PacketVerdict,
  chainId: number | null,
): WitnessedLayer | null {
  if (opened === null || opened.witness === null) return null
  return witnessedLayerOf(calls, opened.witness, chainId)
}

/** The verdict's part of the simulation: only what was proven in this page. */
export function packetSimulationOf(
  opened: OpenedWitness | null,
  { isFromElsewhere }: Pick<TypedHash, 'isFromElsewhere'>,
  state: ReplayState,
): PacketSimulation | null {
  if (opened === null) return null
  const hashSource = isFromElsewhere ? 'signer' : 'packet'
  const { witness, problem } = opened
  if (witness === null) {
    return { witness, hashSource, replay: { ok: false, message: problem.shortMessage } }
  }
  return { witness, hashSource, replay: replayOf(state) }
}

function replayOf(state: ReplayState): PacketSimulation['replay'] {
  if (state.kind === 'refused') {
    const { message, code } = refusalOf(state.error)
    // Without a code the page could not load what replays: that says nothing of the witness.
    return code === null ? null : { ok: false, message }
  }
  if (state.kind !== 'replayed') return null
  const { simulation, unknowable } = state.replay
  const { outcome, block } = simulation
  const status = simulationStatusOf(outcome)
  return {
    ok: true,
    blockHash: block.hash,
    blockNumber: block.number,
    blockTime: block.timestamp,
    failure: status === true ? null : status,
    unknowable,
  }
}

function refusalOf(error: unknown): { readonly message: string; readonly code: string | null } {
  if (!(error instanceof Error)) return { message: String(error), code: null }
  const { code } = error as { readonly code?: unknown }
  const message = error instanceof BaseError ? error.shortMessage : error.message
  return { message, code: typeof code === 'string' ? code : null }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A file holds no witness. */
export class WitnessFileError extends BaseError {
  override readonly code = 'witness_file'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `The file ${why}. Give the witness of the simulation as a file, or ask the service for it.`,
      facts: { why },
    })
  }
}
