import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { isRecord, pieceReaderOf, type WitnessPieces } from './piece-reader.ts'
import { openProvenState, type ProvenState } from './proven-state.ts'

/** The one transaction that a witness is of, whole: nothing of it is guessed again at a replay. */
type WitnessRequest = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  readonly gas: bigint
  /** Unix seconds of the block that the transaction is in. */
  readonly timestamp: bigint
  /** The vault whose balances are measured; null for none; undefined for the vault that `to` names. */
  readonly vault: Address | null | undefined
  /** Tokens that are measured, whether or not the call seems to touch them. */
  readonly watch: readonly Address[]
}

/**
 * All that one simulation used of a block's state, with the transaction. Who holds it and knows the
 * block's hash runs the simulation again, offline, to the same bytes.
 */
export type Witness = WitnessPieces & { readonly request: WitnessRequest }

/** The format's name in a file. */
const witnessFormat = 'vaultwright-witness'
const version = 1

/** The use of a state. */
type WitnessTerms = Pick<Witness, 'chainId' | 'hardfork' | 'request'>

/** Takes from a state what was used of it: one run gives one witness, however its pieces were fetched. */
export function witnessOf(state: ProvenState, { request, ...rules }: WitnessTerms): Witness {
  return { ...piecesOf(state, rules), request }
}

/** Takes from a state the pieces that were used of it, without a transaction. */
export function piecesOf(
  state: ProvenState,
  { chainId, hardfork }: Pick<Witness, 'chainId' | 'hardfork'>,
): WitnessPieces {
  const { header, headerRlp } = state
  const head = { chainId, hardfork, blockHash: header.hash, header: printHex(headerRlp) }
  return { ...head, ...state.used() }
}

/**
 * Opens the state of a witness.
 *
 * @param blockHash - the block's hash from another source than the witness: all else follows from it.
 * @throws {StateProofError} when the witness is of another block.
 */
export function openWitness(witness: WitnessPieces, blockHash: Hex): ProvenState {
  const state = openProvenState(parseHex(witness.header), blockHash)
  for (const encoded of witness.ancestors) state.addAncestor(parseHex(encoded))
  for (const node of witness.nodes) state.addNode(parseHex(node))
  for (const code of witness.codes) state.addCode(parseHex(code))
  return state
}

/** Prints a witness as a file: the same witness is the same bytes. */
export function printWitness(witness: Witness): string {
  const { from, to, data, value, gas, timestamp, vault, watch } = witness.request
  const { chainId, hardfork, blockHash, header, ancestors, nodes, codes } = witness
  const request = {
    from,
    to,
    data,
    value: String(value),
    gas: String(gas),
    timestamp: String(timestamp),
    ...(vault === undefined ? {} : { vault }),
    watch,
  }
  const head = { format: witnessFormat, version, chainId, hardfork, blockHash }
  return `${JSON.stringify({ ...head, header, ancestors, nodes, codes, request })}\n`
}

/** Tells whether a parsed JSON value says that it is a witness. */
export function isWitness(value: unknown): boolean {
  return isRecord(value) && value.format === witnessFormat
}

/**
 * Parses a witness. Its parts are not believed yet: a replay hashes them.
 *
 * @throws {InvalidWitnessError} with the name of the part that is not valid.
 */
export function parseWitness(text: string): Witness {
  const fields = reader.fields(reader.parse(text), 'the file', fileKeys)
  if (fields.format !== witnessFormat) throw new InvalidWitnessError('format', 'is another one')
  if (fields.version !== version) throw new InvalidWitnessError('version', 'is not 1')
  return { ...reader.pieces(fields), request: requestOf(fields.request) }
}

const fileKeys = [
  'format',
  'version',
  'chainId',
  'hardfork',
  'blockHash',
  'header',
  'ancestors',
  'nodes',
  'codes',
  'request',
] as const
const reader = pieceReaderOf((part, why, cause) => new InvalidWitnessError(part, why, cause))
const requestKeys = ['from', 'to', 'data', 'value', 'gas', 'timestamp', 'watch'] as const

function requestOf(value: unknown): WitnessRequest {
  const hasVault = isRecord(value) && Object.hasOwn(value, 'vault')
  const keys = hasVault ? [...requestKeys, 'vault'] : [...requestKeys]
  const fields = reader.fields(value, 'request', keys)
  const vault = fields.vault
  return {
    from: reader.hex(fields.from, 'request.from', 20),
    to: reader.hex(fields.to, 'request.to', 20),
    data: reader.hex(fields.data, 'request.data'),
    value: reader.number(fields.value, 'request.value'),
    gas: reader.number(fields.gas, 'request.gas'),
    timestamp: reader.number(fields.timestamp, 'request.timestamp'),
    vault: vault === undefined || vault === null ? vault : reader.hex(vault, 'request.vault', 20),
    watch: reader.list(fields.watch, 'request.watch', 20),
  }
}

/** A file is not a witness. */
export class InvalidWitnessError extends BaseError {
  override readonly code = 'invalid_witness'
  override readonly kind = 'damaged_data'

  constructor(part: string, why: string, cause?: unknown) {
    super({
      message: `The witness cannot be used: ${part} ${why}. Ask for the witness again.`,
      facts: { part, why },
      cause,
    })
  }
}
