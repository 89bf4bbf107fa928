import { brotliCompressSync, constants } from 'node:zlib'
import { type Hex, parseHex } from '@vaultwright/base'
import { type ProvenChain, simulateProvenOn, stateFileOf } from '@vaultwright/chain'
import type { Simulation, SimulationRequest, SlotUse } from '@vaultwright/outcome'
import { openHeader, printStateFile, printWitness } from '@vaultwright/proof'

/** The evidence of a simulation on proven state. */
export type ProofFacts = {
  readonly blockHash: Hex
  readonly stateRoot: Hex
  /** Rules of the EVM by name. */
  readonly hardfork: string
  readonly accounts: number
  readonly slots: number
  /** The facts of its block that it read. */
  readonly dependsOn: readonly string[]
}

/** A simulation on proven state, as a thread gives it. */
export type ProvenRun = {
  readonly simulation: Simulation
  /** The facts of its block that it read and that are unknown before: with one of them, nothing is proven. */
  readonly unknowable: readonly string[]
  readonly facts: ProofFacts
  readonly witness: PackedWitness
}

/** A witness, and what it read, compressed by brotli. */
export type PackedWitness = {
  /** Bytes of the witness as a file, not compressed. */
  readonly byteCount: number
  readonly body: Uint8Array
  /** JSON of `SlotUse`. */
  readonly slotUse: Uint8Array
}

/** A transaction that is to be simulated, and for how long the EVM may run. */
export type ProofInput = { readonly request: SimulationRequest; readonly mayRunMs: number }

/** Simulates a transaction on proven state, and packs its witness. */
export async function proveSimulation(
  chain: ProvenChain,
  { request, mayRunMs }: ProofInput,
): Promise<ProvenRun> {
  const proven = await simulateProvenOn(chain, request, { mayRunMs })
  const { simulation, witness, slotUse, unknowable, dependsOn } = proven
  const text = Buffer.from(printWitness(witness))
  return {
    simulation,
    unknowable,
    facts: {
      blockHash: simulation.block.hash,
      stateRoot: openHeader(parseHex(witness.header)).stateRoot,
      hardfork: witness.hardfork,
      accounts: slotUse.accounts.length,
      slots: slotUse.slots.length,
      dependsOn,
    },
    witness: {
      byteCount: text.length,
      body: pack(text),
      slotUse: pack(Buffer.from(JSON.stringify(slotUse))),
    },
  }
}

/**
 * Reads at the newest block what a simulation read.
 *
 * @returns a state file, UTF-8.
 */
export async function readNewestState(
  chain: ProvenChain,
  { slotUse }: { readonly slotUse: SlotUse },
): Promise<Uint8Array> {
  const file = await stateFileOf(chain, slotUse, await chain.readBlock('latest'))
  return Uint8Array.from(Buffer.from(printStateFile(file)))
}

/** A few percent larger than the best level, in a tenth of its time. */
const quality = 6

function pack(bytes: Uint8Array): Uint8Array {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return Uint8Array.from(brotliCompressSync(bytes, { params }))
}
