import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import {
  InvalidWitnessError,
  openProvenState,
  type ProvenState,
  pieceReaderOf,
} from '@vaultwright/proof'
import type { PinnedCode } from '../code/pinned-code.ts'
import { mostScheduledCalls } from '../waiting/operation.ts'
import { readControl } from './control-reading.ts'
import type { ControlContracts, ControlHints, ControlReading } from './request.ts'

/**
 * All that a reading used of a block's state. Who holds it and knows the block's hash computes the answer again, offline.
 */
export type ControlWitness = {
  readonly chainId: number
  /** A label only: the hash that counts is the caller's. */
  readonly blockHash: Hex
  readonly header: Hex
  /** In the order of their hashes. */
  readonly nodes: readonly Hex[]
  /** In the order of their hashes. */
  readonly codes: readonly Hex[]
  readonly hints: ControlHints
  readonly contracts: ControlContracts
}

/** The format's name in a file. */
const witnessFormat = 'vaultwright-control-witness'
const version = 1
/** The most characters of a file: some 400 slots of Ethereum are under one megabyte. */
const longestWitness = 32 * 2 ** 20

/** Takes from a state what a reading used of it. */
export function controlWitnessOf(
  state: ProvenState,
  terms: Pick<ControlWitness, 'chainId' | 'hints' | 'contracts'>,
): ControlWitness {
  const { nodes, codes } = state.used()
  const { header, headerRlp } = state
  return { ...terms, blockHash: header.hash, header: printHex(headerRlp), nodes, codes }
}

/**
 * Reads the control state out of a witness, offline.
 *
 * @param blockHash - the block's hash from another source than the witness: all else follows from it.
 * @param pinned - codes that the caller vouches for; a witness of an answer with pins may lack pieces without them.
 * @throws {StateProofError} when the witness is of another block.
 * @throws {InvalidWitnessError} when a piece is missing.
 */
export function replayControl(
  witness: ControlWitness,
  blockHash: Hex,
  pinned: readonly PinnedCode[] = [],
): ControlReading & { readonly block: ProvenState['header'] } {
  const state = openProvenState(parseHex(witness.header), blockHash)
  for (const node of witness.nodes) state.addNode(parseHex(node))
  for (const code of witness.codes) state.addCode(parseHex(code))
  const reading = readControl(state, { ...witness, pinned })
  const [slotOwner] = reading.wants.slots.keys()
  const [codeOwner] = reading.wants.codes
  const missing = slotOwner ?? codeOwner
  if (missing !== undefined)
    throw new InvalidWitnessError('nodes', `lack what is read of ${missing}`)
  return { ...reading, block: state.header }
}

/** Prints a witness as a file: the same witness is the same bytes. */
export function printControlWitness(witness: ControlWitness): string {
  const { chainId, blockHash, header, nodes, codes, contracts } = witness
  const { scheduled, ...named } = witness.hints
  const hints = scheduled.length === 0 ? named : { ...named, scheduled }
  const head = { format: witnessFormat, version, chainId, blockHash }
  return `${JSON.stringify({ ...head, header, nodes, codes, hints, contracts })}\n`
}

/**
 * Parses a witness. Its parts are not believed yet: a replay hashes them.
 *
 * @throws {InvalidWitnessError} with the name of the part that is not valid.
 */
export function parseControlWitness(text: string): ControlWitness {
  if (text.length > longestWitness)
    throw new InvalidWitnessError('the file', `has more than ${longestWitness} characters`)
  const fields = reader.fields(reader.parse(text), 'the file', fileKeys)
  if (fields.format !== witnessFormat) throw new InvalidWitnessError('format', 'is another one')
  if (fields.version !== version) throw new InvalidWitnessError('version', 'is not 1')
  return {
    chainId: reader.chainId(fields.chainId),
    blockHash: reader.hex(fields.blockHash, 'blockHash', 32),
    header: reader.hex(fields.header, 'header'),
    nodes: reader.list(fields.nodes, 'nodes'),
    codes: reader.list(fields.codes, 'codes'),
    hints: hintsIn(fields.hints),
    contracts: contractsIn(fields.contracts),
  }
}

const fileKeys = [
  'format',
  'version',
  'chainId',
  'blockHash',
  'header',
  'nodes',
  'codes',
  'hints',
  'contracts',
] as const
const reader = pieceReaderOf((part, why, cause) => new InvalidWitnessError(part, why, cause))

function hintsIn(value: unknown): ControlHints {
  const names = ['users', 'capabilities', 'operations', 'approvals']
  // Files that were written before the calls of operations were kept lack them.
  const hasCalls = typeof value === 'object' && value !== null && 'scheduled' in value
  const fields = reader.fields(value, 'hints', hasCalls ? [...names, 'scheduled'] : names)
  const rows = (part: keyof ControlHints, lengths: readonly number[]) =>
    rowsIn(fields[part], { part: `hints.${part}`, lengths })
  return {
    users: rows('users', [20, 20]) as ControlHints['users'],
    capabilities: rows('capabilities', [20, 20, 4]) as ControlHints['capabilities'],
    operations: rows('operations', [20, 32]) as ControlHints['operations'],
    approvals: rows('approvals', [20, 32, 20]) as ControlHints['approvals'],
    scheduled: hasCalls ? scheduledIn(fields.scheduled) : [],
  }
}

function scheduledIn(value: unknown): ControlHints['scheduled'] {
  if (!Array.isArray(value) || value.length > mostOperations)
    throw new InvalidWitnessError(
      'hints.scheduled',
      `is not a list of at most ${mostOperations} rows`,
    )
  return value.map((row, index) => {
    const part = `hints.scheduled[${index}]`
    const keys = ['timelock', 'id', 'predecessor', 'salt', 'calls']
    const { timelock, id, predecessor, salt, calls } = reader.fields(row, part, keys)
    if (!Array.isArray(calls) || calls.length > mostScheduledCalls)
      throw new InvalidWitnessError(
        `${part}.calls`,
        `is not a list of at most ${mostScheduledCalls}`,
      )
    return {
      timelock: lower(reader.hex(timelock, `${part}.timelock`, 20)),
      id: lower(reader.hex(id, `${part}.id`, 32)),
      predecessor: lower(reader.hex(predecessor, `${part}.predecessor`, 32)),
      salt: lower(reader.hex(salt, `${part}.salt`, 32)),
      calls: calls.map((entry) => {
        const call = reader.fields(entry, `${part}.calls`, ['target', 'value', 'data'])
        return {
          target: lower(reader.hex(call.target, `${part}.target`, 20)),
          value: lower(reader.hex(call.value, `${part}.value`, 32)),
          data: lower(reader.hex(call.data, `${part}.data`)),
        }
      }),
    }
  })
}

const mostOperations = 2_000

/** Reads rows of bytes of some lengths; the owner of an approval may be null. */
function rowsIn(
  value: unknown,
  { part, lengths }: { readonly part: string; readonly lengths: readonly number[] },
): readonly (readonly (Hex | null)[])[] {
  if (!Array.isArray(value) || value.length > mostHints)
    throw new InvalidWitnessError(part, `is not a list of at most ${mostHints} rows`)
  return value.map((row, index) => {
    if (!Array.isArray(row) || row.length !== lengths.length)
      throw new InvalidWitnessError(`${part}[${index}]`, `has not ${lengths.length} values`)
    return row.map((entry, column) => {
      const mayBeNull = part === 'hints.approvals' && column === 2
      if (entry === null && mayBeNull) return null
      return lower(reader.hex(entry, `${part}[${index}]`, lengths[column]))
    })
  })
}

const mostHints = 20_000

function contractsIn(value: unknown): ControlContracts {
  const keys = ['vault', 'manager', 'accountant', 'teller', 'queue'] as const
  const fields = reader.fields(value, 'contracts', keys)
  const address = (key: (typeof keys)[number]): Address =>
    lower(reader.hex(fields[key], `contracts.${key}`, 20))
  const addressOrNull = (key: (typeof keys)[number]) => (fields[key] === null ? null : address(key))
  return {
    vault: address('vault'),
    manager: address('manager'),
    accountant: addressOrNull('accountant'),
    teller: addressOrNull('teller'),
    queue: addressOrNull('queue'),
  }
}

function lower(text: Hex): Hex {
  return text.toLowerCase() as Hex
}
