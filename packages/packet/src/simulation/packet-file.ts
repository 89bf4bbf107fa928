/** The packet and the witness of a file, apart. */
export type PacketFile = {
  /** The signed document, as a text of its own. */
  readonly text: string
  /** The witness beside it as JSON; null where the file has none. */
  readonly witness: string | null
  /** Under which name a service keeps the simulation, from a link in the file; null without one. */
  readonly simulationId: string | null
}

const format = 'vaultwright-packet'
const version = 1

/** Puts a packet and its witness into one file; `splitPacketFile` gives both back. */
export function printPacketFile(text: string, witness: string): string {
  return `${JSON.stringify({ format, version, packet: text, witness: JSON.parse(witness) })}\n`
}

/**
 * Takes the witness out of a file: of `printPacketFile`, or a simulation with its `witness` beside its
 * calldata. Nothing of it is believed or checked here.
 *
 * @param value - the text as JSON; undefined where it is none.
 */
export function splitPacketFile(text: string, value: unknown): PacketFile {
  const row = rowOf(value)
  if (row === null) return { text, witness: null, simulationId: null }
  if (row.format === format && row.version === version && typeof row.packet === 'string') {
    return { text: row.packet, witness: witnessIn(row), simulationId: null }
  }
  const inner = rowOf(row.data) ?? row
  const isSimulation = 'encoded_tx_data' in inner
  const simulationId = isSimulation ? simulationIdIn(inner) : null
  const witness = isSimulation ? (witnessIn(inner) ?? witnessIn(row)) : null
  if (witness === null) return { text, witness, simulationId }
  const { witness: _, ...bare } = inner
  return { text: JSON.stringify(bare), witness, simulationId }
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
