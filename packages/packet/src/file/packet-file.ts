import { emptyHandOver, type HandOver, handOverIn, handOverRowOf } from './hand-over.ts'

/** The packet of a file, and what stands beside it. */
export type PacketFile = {
  /** The signed document, as a text of its own. */
  readonly text: string
  /** The witness beside it as JSON; null where the file has none. */
  readonly witness: string | null
  /** Under which name a service keeps the simulation, from a link in the file; null without one. */
  readonly simulationId: string | null
  /** The statements beside it; null where the file has none. */
  readonly handOver: HandOver | null
}

const format = 'vaultwright-packet'
const version = 2

/**
 * Puts a packet, its witness and what a signer needs beside it into one file; `splitPacketFile` gives
 * all of it back.
 *
 * @param witness - JSON; null for a file without one.
 */
export function printPacketFile(
  text: string,
  witness: string | null,
  handOver: HandOver = emptyHandOver,
): string {
  const row = { format, version, packet: text, ...handOverRowOf(handOver) }
  const whole = witness === null ? row : { ...row, witness: JSON.parse(witness) }
  return `${JSON.stringify(whole)}\n`
}

/**
 * Takes apart a file of `printPacketFile`, or a simulation with its `witness` beside its calldata.
 * Nothing of it is believed or checked here but its form.
 *
 * @param value - the text as JSON; undefined where it is none.
 */
export function splitPacketFile(text: string, value: unknown): PacketFile {
  const row = rowOf(value)
  const bare = { text, witness: null, simulationId: null, handOver: null }
  if (row === null) return bare
  // Version 1 has a packet and a witness alone.
  const isKnown = row.version === version || row.version === 1
  if (row.format === format && isKnown && typeof row.packet === 'string') return fileOf(row)
  const inner = rowOf(row.data) ?? row
  const isSimulation = 'encoded_tx_data' in inner
  const simulationId = isSimulation ? simulationIdIn(inner) : null
  const witness = isSimulation ? (witnessIn(inner) ?? witnessIn(row)) : null
  if (witness === null) return { ...bare, simulationId }
  const { witness: _, ...simulation } = inner
  return { ...bare, text: JSON.stringify(simulation), witness, simulationId }
}

function fileOf(row: FileRow): PacketFile {
  const { format: _, version: __, packet, witness: ___, ...beside } = row
  const handOver = Object.keys(beside).length === 0 ? null : handOverIn(beside)
  const simulationId = handOver?.simulationId ?? null
  return { text: packet as string, witness: witnessIn(row), simulationId, handOver }
}

/** Reads the witness of a row: what is not a witness is refused where it is read, not left out here. */
function witnessIn({ witness }: FileRow): string | null {
  return witness === undefined || witness === null ? null : JSON.stringify(witness)
}

/** A link leads to whatever host it names: only the simulation's name is taken from it. */
function simulationIdIn({
  proof,
  simulation_proof: built,
  simulator_simulation_url: page,
}: FileRow) {
  const links = [rowOf(proof)?.witness_url, rowOf(built)?.witness_url, page]
  for (const link of links) {
    const id =
      typeof link === 'string' ? /\/simulations\/([\w-]{20,64})(?:\/witness)?$/.exec(link) : null
    if (id !== null) return id[1]!
  }
  return null
}

type FileRow = { readonly [key: string]: unknown }

function rowOf(value: unknown): FileRow | null {
  const isRow = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRow ? (value as FileRow) : null
}
