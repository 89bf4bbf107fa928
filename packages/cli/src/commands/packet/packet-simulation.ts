import { BaseError, type Hex, parseHexOf, printHex } from '@vaultwright/base'
import type { WitnessRun } from '@vaultwright/check'
import { simulationStatusOf } from '@vaultwright/outcome'
import type { Packet, PacketSimulation } from '@vaultwright/packet'
import { parseWitness, type Witness } from '@vaultwright/proof'
import { UsageError } from '../../command/usage.ts'
import { readInput, textOf } from '../../input/input.ts'
import type { Context } from '../../terminal/context.ts'

/** Options of the simulation beside a packet. */
type SimulationWords = {
  readonly witness: string | undefined
  readonly 'block-hash': string | undefined
  /** Of the block that is proven final; it counts for a witness of that block. */
  readonly finalHash: Hex | null
  readonly finalChainId: number | null
}

/** Reads the witness beside a packet, and runs it again where the hash of its block is given; null without one. */
export async function readPacketSimulation(
  { witness: path, 'block-hash': hash, finalHash, finalChainId }: SimulationWords,
  packet: Packet,
  context: Context,
): Promise<PacketSimulation | null> {
  const text = path === undefined ? packet.witness : textOf(await readInput(path, context), path)
  if (text === null) {
    if (hash === undefined) return null
    throw new UsageError(
      'The packet has no witness of a simulation. Give --witness, or leave --block-hash out.',
      { option: 'block-hash' },
    )
  }
  const hashSource = 'signer'
  let witness: Witness
  try {
    witness = parseWitness(text)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { witness: null, hashSource, replay: { ok: false, message: error.shortMessage } }
  }
  const isFinal = witness.blockHash.toLowerCase() === finalHash && witness.chainId === finalChainId
  const blockHash =
    hash === undefined ? (isFinal ? finalHash : null) : printHex(parseHexOf(hash, 32))
  if (blockHash === null) return { witness, hashSource, replay: null }
  const { replay } = await runWitness(witness, blockHash)
  if (!replay.ok) return { witness, hashSource, replay }
  const { outcome, block } = replay.simulation
  const status = simulationStatusOf(outcome)
  return {
    witness,
    hashSource,
    replay: {
      ok: true,
      blockHash: block.hash,
      blockNumber: block.number,
      blockTime: block.timestamp,
      failure: status === true ? null : status,
      unknowable: replay.unknowable,
    },
  }
}

/** Runs a witness again from the hash of its block; what it refuses is an answer, too. */
export async function runWitness(witness: Witness, blockHash: Hex): Promise<WitnessRun> {
  const { replayWitness } = await import('@vaultwright/outcome')
  const limit = { mayRunMs: 60_000, clock: () => performance.now() }
  try {
    const { simulation, unknowable } = await replayWitness(witness, blockHash, { limit })
    return { witness, replay: { ok: true, simulation, unknowable } }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { witness, replay: { ok: false, message: error.shortMessage } }
  }
}
