import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { readBytes, readQuantity } from '../rpc/answer.ts'
import { encodeRlpList } from './rlp.ts'

// The fields of a header in the order in which they are hashed; those after `nonce` came one by
// one, so that a header has the first few of them. Source: EIP-1559, 4895, 4844, 4788, 7685.
const first = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot'] as const
const then = ['receiptsRoot', 'logsBloom', 'difficulty', 'number', 'gasLimit', 'gasUsed'] as const
const last = ['timestamp', 'extraData', 'mixHash', 'nonce', 'baseFeePerGas'] as const
const later = ['withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'] as const
const order = [...first, ...then, ...last, ...later, 'requestsHash'] as const
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

/** What a node's answer holds beside the header's fields: what follows from the header, and the block's body. */
const ignoredFields: ReadonlySet<string> = new Set([
  'hash',
  'size',
  'totalDifficulty',
  'uncles',
  'transactions',
  'withdrawals',
])

/** Whether a block's fields hash to its hash. */
export type HeaderSeal = {
  readonly isSealed: boolean
  /** Fields of the answer that are not known, such as those of a newer hardfork; empty when sealed. */
  readonly unknownFields: readonly string[]
}

/**
 * Hashes a block's fields and compares the result with its hash.
 *
 * Chains with fields of their own hash differently: a no says nothing against the block.
 */
export function checkSeal(block: unknown, hash: Hex): HeaderSeal {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) {
    return { isSealed: false, unknownFields: [] }
  }
  const known: ReadonlySet<string> = new Set(order)
  const unknownFields = Object.keys(block).filter(
    (name) => !known.has(name) && !ignoredFields.has(name),
  )
  return isHashOf(block as Readonly<Record<string, unknown>>, hash)
    ? { isSealed: true, unknownFields: [] }
    : { isSealed: false, unknownFields }
}

function isHashOf(block: Readonly<Record<string, unknown>>, hash: Hex): boolean {
  const fields: Uint8Array[] = []
  for (const [index, name] of order.entries()) {
    const value = block[name]
    if (value === undefined && index >= required) break
    const field = numbers.has(name) ? readQuantity(value) : readBytes(value)
    if (!field.ok) return false
    fields.push(typeof field.value === 'bigint' ? digitsOf(field.value) : parseHex(field.value))
  }
  return printHex(keccak256(encodeRlpList(fields))) === hash
}

function digitsOf(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return parseHex(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`)
}
