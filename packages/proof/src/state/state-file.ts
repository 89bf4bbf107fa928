import { BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { pieceReaderOf } from './piece-reader.ts'
import { openProvenState, type ProvenState } from './proven-state.ts'

/**
 * The accounts and slots that a simulation read, as another block has them. Who holds it and knows that
 * block's hash tells offline whether the simulation still holds.
 */
export type StateFile = {
  readonly chainId: number
  /** A label only: the hash that counts is the caller's. */
  readonly blockHash: Hex
  readonly header: Hex
  /** RLP of the nodes of state and storage tries, in the order of their hashes. */
  readonly nodes: readonly Hex[]
}

/** The format's name in a file. */
export const stateFileFormat = 'vaultwright-state'
const version = 1

/** Takes from a state what was read of it: the same reads give the same file. */
export function stateFileIn(state: ProvenState, chainId: number): StateFile {
  const { header, headerRlp } = state
  const { nodes } = state.used()
  return { chainId, blockHash: header.hash, header: printHex(headerRlp), nodes }
}

/**
 * Opens a state file.
 *
 * @param blockHash - the block's hash from another source than the file: all else follows from it.
 * @throws {StateProofError} when the file is of another block.
 * @throws {InvalidStateFileError} when its header is not one.
 */
export function openStateFile(file: StateFile, blockHash: Hex): ProvenState {
  const state = openProvenState(parseHex(file.header), blockHash)
  for (const node of file.nodes) state.addNode(parseHex(node))
  return state
}

/** Prints a state file: the same state is the same bytes. */
export function printStateFile({ chainId, blockHash, header, nodes }: StateFile): string {
  const head = { format: stateFileFormat, version, chainId, blockHash }
  return `${JSON.stringify({ ...head, header, nodes })}\n`
}

const fileKeys = ['format', 'version', 'chainId', 'blockHash', 'header', 'nodes'] as const
const reader = pieceReaderOf((part, why, cause) => new InvalidStateFileError(part, why, cause))

/**
 * Parses a state file. Its parts are not believed yet: `openStateFile` hashes them.
 *
 * @throws {InvalidStateFileError} with the name of the part that is not valid.
 */
export function parseStateFile(text: string): StateFile {
  const fields = reader.fields(reader.parse(text), 'the file', fileKeys)
  if (fields.format !== stateFileFormat) {
    throw new InvalidStateFileError('format', `is not ${stateFileFormat}`)
  }
  if (fields.version !== version) throw new InvalidStateFileError('version', 'is not 1')
  return {
    chainId: reader.chainId(fields.chainId),
    blockHash: reader.hex(fields.blockHash, 'blockHash', 32),
    header: reader.hex(fields.header, 'header'),
    nodes: reader.list(fields.nodes, 'nodes'),
  }
}

/** A file is not a state file. */
export class InvalidStateFileError extends BaseError {
  override readonly code = 'invalid_state_file'
  override readonly kind = 'damaged_data'

  constructor(part: string, why: string, cause?: unknown) {
    super({
      message: `The state file cannot be used: ${part} ${why}. Ask for the state file again.`,
      facts: { part, why },
      cause,
    })
  }
}
