import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { decodeRlp, encodeRlpList, InvalidRlpError } from './rlp.ts'

/** A block's header, with the hash of its bytes. */
export type ProvenHeader = {
  readonly hash: Hex
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
  readonly stateRoot: Hex
  readonly parentHash: Hex
  readonly gasLimit: bigint
  /** Wei; null before the London hardfork. */
  readonly baseFeePerGas: bigint | null
  /** Bytes that the maker of the block chooses; on chains of the OP Stack the parameters of the base fee. */
  readonly extraData: Hex
  /** The last field that the header has; each hardfork adds some. */
  readonly lastField: HeaderField
  /** Fields after those that are known here: they belong to a newer hardfork. */
  readonly unknownFieldCount: number
}

/** The result of hashing a block's fields. */
type HeaderSeal = {
  readonly isSealed: boolean
  /** Fields of the answer that are not known, such as those of a newer hardfork; empty when sealed. */
  readonly unknownFields: readonly string[]
}

// The fields of a header in the order in which they are hashed; those after `nonce` came one by
// one, so that a header has the first few of them. Source: EIP-1559, 4895, 4844, 4788, 7685.
const first = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot'] as const
const then = ['receiptsRoot', 'logsBloom', 'difficulty', 'number', 'gasLimit', 'gasUsed'] as const
const last = ['timestamp', 'extraData', 'mixHash', 'nonce', 'baseFeePerGas'] as const
const later = ['withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'] as const
const order = [...first, ...then, ...last, ...later, 'requestsHash'] as const

/** A field of a header, in the words of `eth_getBlockByHash`. */
export type HeaderField = (typeof order)[number]

const required = order.indexOf('nonce') + 1
const numbers: ReadonlySet<string> = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
])

/** Fields of a node's answer beside the header's: those that follow from the header, and the block's body. */
const ignoredFields: ReadonlySet<string> = new Set([
  'hash',
  'size',
  'totalDifficulty',
  'uncles',
  'transactions',
  'withdrawals',
])

/**
 * Hashes a block's fields and compares the result with its hash.
 *
 * Chains with fields of their own hash differently: a no says nothing against the block.
 */
export function checkSeal(block: unknown, hash: Hex): HeaderSeal {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) {
    return { isSealed: false, unknownFields: [] }
  }
  const encoded = encodeHeader(block as Readonly<Record<string, unknown>>)
  if (encoded !== null && printHex(keccak256(encoded)) === hash) {
    return { isSealed: true, unknownFields: [] }
  }
  const fieldNames: ReadonlySet<string> = new Set(order)
  const unknownFields = Object.keys(block).filter(
    (name) => !fieldNames.has(name) && !ignoredFields.has(name),
  )
  return { isSealed: false, unknownFields }
}

/**
 * Encodes a node's block as the header that is hashed.
 *
 * @param block - the fields of `eth_getBlockByHash`.
 * @returns RLP; null when a field is missing or is not hex.
 */
export function encodeHeader(block: Readonly<Record<string, unknown>>): Uint8Array | null {
  const fields: Uint8Array[] = []
  for (const [index, name] of order.entries()) {
    const value = block[name]
    if (value === undefined && index >= required) break
    const bytes = numbers.has(name) ? quantityOf(value) : bytesOf(value)
    if (bytes === null) return null
    fields.push(bytes)
  }
  return encodeRlpList(fields)
}

/**
 * Opens the bytes of a header. Fields after the 15 that every header has take part in the hash alone.
 *
 * @throws {InvalidRlpError} when it is not RLP, or not a header.
 */
export function openHeader(encoded: Uint8Array): ProvenHeader {
  const item = decodeRlp(encoded)
  const fields = item.kind === 'list' ? item.items : []
  const fieldOf = (name: HeaderField): Uint8Array => {
    const field = fields[order.indexOf(name)]
    if (field?.kind !== 'bytes') throw new InvalidRlpError('it is not the header of a block')
    return field.bytes
  }
  const stateRoot = fieldOf('stateRoot')
  const number = fieldOf('number')
  const timestamp = fieldOf('timestamp')
  const parentHash = fieldOf('parentHash')
  const gasLimit = fieldOf('gasLimit')
  const baseFee = fields.length > required ? fieldOf('baseFeePerGas') : null
  const isHeader = fields.length >= required && stateRoot.length === 32 && parentHash.length === 32
  const quantities = [number, timestamp, gasLimit]
  if (!isHeader || quantities.some(({ length }) => length > 8) || (baseFee?.length ?? 0) > 32) {
    throw new InvalidRlpError('it is not the header of a block')
  }
  return {
    hash: printHex(keccak256(encoded)),
    number: numberOfDigits(number),
    timestamp: numberOfDigits(timestamp),
    stateRoot: printHex(stateRoot),
    parentHash: printHex(parentHash),
    gasLimit: numberOfDigits(gasLimit),
    baseFeePerGas: baseFee === null ? null : numberOfDigits(baseFee),
    extraData: printHex(fieldOf('extraData')),
    lastField: order[Math.min(fields.length, order.length) - 1]!,
    unknownFieldCount: Math.max(0, fields.length - order.length),
  }
}

/** Reads the digits of a number as RLP has them: none for zero. */
export function numberOfDigits(digits: Uint8Array): bigint {
  return digits.length === 0 ? 0n : BigInt(printHex(digits))
}

function quantityOf(value: unknown): Uint8Array | null {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) return null
  const digits = BigInt(value).toString(16)
  if (digits === '0') return new Uint8Array(0)
  return parseHex(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`)
}

function bytesOf(value: unknown): Uint8Array | null {
  const isBytes = typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
  return isBytes ? parseHex(value) : null
}
