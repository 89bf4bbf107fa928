import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { wordAt } from '../completeness/layout.ts'

/** A call that a timelock makes when an operation runs. */
export type ScheduledCall = {
  readonly target: Address
  /** Wei · 32 bytes. */
  readonly value: Hex
  readonly data: Hex
}

/** An operation as logs tell it; its hash says whether they tell the truth. */
export type ScheduledOperation = {
  readonly timelock: Address
  /** 32 bytes. */
  readonly id: Hex
  /** The operation that must be done before; zero for none · 32 bytes. */
  readonly predecessor: Hex
  /** 32 bytes. */
  readonly salt: Hex
  readonly calls: readonly ScheduledCall[]
}

/** An operation that waits in a timelock. */
export type WaitingOperation = {
  readonly timelock: Address
  readonly id: Hex
  /** Unix seconds from which on it may run. */
  readonly readyAt: bigint
  /** In their order; null if no log tells calls whose hash is the operation. */
  readonly calls: readonly ScheduledCall[] | null
}

/** The most calls of an operation that is looked into. */
export const mostScheduledCalls = 64

/**
 * Tells whether the calls of an operation hash to its id: then they are what runs.
 *
 * Source: `hashOperation` and `hashOperationBatch` of TimelockController of OpenZeppelin Contracts.
 */
export function isOperation(operation: ScheduledOperation): boolean {
  const { calls, id } = operation
  if (calls.length === 0 || calls.length > mostScheduledCalls) return false
  return (calls.length === 1 && hashOfCall(operation) === id) || hashOfBatch(operation) === id
}

function hashOfCall({ calls: [call], predecessor, salt }: ScheduledOperation): Hex {
  const { target, value, data } = call!
  return hashOf([target, value, wordAt(160n), predecessor, salt, ...bytesWords(data)])
}

function hashOfBatch({ calls, predecessor, salt }: ScheduledOperation): Hex {
  const payloads = calls.map(({ data }) => bytesWords(data))
  const list = wordAt(BigInt(calls.length))
  const targets = [list, ...calls.map(({ target }) => target)]
  const values = [list, ...calls.map(({ value }) => value)]
  const starts = payloads.map((_, index) =>
    payloads.slice(0, index).reduce((sum, words) => sum + sizeOf(words), 32 * calls.length),
  )
  const data = [list, ...starts.map((start) => wordAt(BigInt(start))), ...payloads.flat()]
  const heads = [160, 160 + sizeOf(targets), 160 + sizeOf(targets) + sizeOf(values)]
  const offsets = heads.map((start) => wordAt(BigInt(start)))
  return hashOf([...offsets, predecessor, salt, ...targets, ...values, ...data])
}

/** The length of bytes and the bytes, filled up to whole words. */
function bytesWords(data: Hex): readonly Hex[] {
  const digits = data.slice(2)
  const filled = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return [wordAt(BigInt(digits.length / 2)), ...(filled === '' ? [] : [`0x${filled}` as const])]
}

function sizeOf(words: readonly Hex[]): number {
  return words.reduce((sum, word) => sum + Math.max(32, (word.length - 2) / 2), 0)
}

function hashOf(words: readonly Hex[]): Hex {
  const digits = words.map((word) => word.slice(2).padStart(64, '0')).join('')
  return printHex(keccak256(parseHex(`0x${digits}`)))
}
