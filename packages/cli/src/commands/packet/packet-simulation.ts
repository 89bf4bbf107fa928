import { BaseError, type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { simulationStatusOf } from '@vaultwright/outcome'
import type { Packet, PacketSimulation } from '@vaultwright/packet'
import { parseWitness, type Witness } from '@vaultwright/proof'
import { UsageError } from '../../command/usage.ts'
import { readInput, textOf } from '../../input/input.ts'
import type { Context } from '../../terminal/context.ts'

/** Options of the simulation beside a packet. */
export type SimulationWords = {
  readonly witness: string | undefined
  readonly 'block-hash': string | undefined
}

/** Reads the witness beside a packet, and runs it again where the hash of its block is given; null without one. */
export async function readPacketSimulation(
  { witness: path, 'block-hash': hash }: SimulationWords,
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
  const blockHash = hash === undefined ? null : printHex(parseHexOf(hash, 32))
  const hashSource = 'signer'
  let witness: Witness | null = null
  try {
    witness = parseWitness(text)
    const replay = blockHash === null ? null : await replayOf(witness, blockHash)
    return { witness, hashSource, replay }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { witness, hashSource, replay: { ok: false, message: error.shortMessage } }
  }
}

async function replayOf(witness: Witness, blockHash: Hex): Promise<PacketSimulation['replay']> {
  const { replayWitness } = await import('@vaultwright/outcome')
  const limit = { mayRunMs: 60_000, clock: () => performance.now() }
  const { simulation, unknowable } = await replayWitness(witness, blockHash, { limit })
  const status = simulationStatusOf(simulation.outcome)
  const { hash, number, timestamp } = simulation.block
  return {
    ok: true,
    blockHash: hash,
    blockNumber: number,
    blockTime: timestamp,
    failure: status === true ? null : status,
    unknowable,
  }
}
