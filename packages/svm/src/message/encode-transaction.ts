import { BaseError } from '@vaultwright/base'
import { svmBytesOf } from '../address/address.ts'
import { encodeBase64 } from '../bytes/base64.ts'
import { type LittleWriter, openLittleWriter } from '../bytes/little-writer.ts'
import { type AccountOrder, orderAccounts } from './account-order.ts'
import { blockhashBytesOf, type Message } from './message.ts'

/** A transaction that waits for its signatures. */
type EncodedTransaction = {
  readonly bytes: Uint8Array
  readonly base64: string
  readonly size: number
  /** The number of signatures of 64 bytes, now zeros, it holds. */
  readonly signers: number
}

/** A transaction of version 0 must fit one packet of the network. */
const maxSizeV0 = 1232
const maxSizeV1 = 4096
const maxAddresses = 64
const maxSigners = 12
const maxInstructions = 64
const maxInstructionAccounts = 255

/** The most bytes that a transaction of a version may have. */
export function maxTransactionSizeOf(version: 0 | 1 | 'legacy'): number {
  return version === 1 ? maxSizeV1 : maxSizeV0
}

/**
 * Writes a transaction with signatures of zeros. The bytes are those that Solana's own client writes.
 *
 * @throws {TransactionTooLargeError} when it has more than 1,232 bytes, or 4,096 in version 1.
 * @throws {TooManyAccountsError} when it has more than 64 addresses, 12 signers or 64 instructions.
 * @throws {WritableProgramError} when a called program pays or is asked for as writable.
 * @throws {InvalidBlockhashError} when its lifetime is not base58 of 32 bytes.
 */
export function encodeTransaction(message: Message): EncodedTransaction {
  const order = orderAccounts(message)
  assertCounts(message, order)
  const size = sizeOf(message, order)
  const limit = maxTransactionSizeOf(message.version)
  if (size > limit) throw new TransactionTooLargeError(size, limit, message.version)
  const writer = openLittleWriter(size)
  if (message.version === 0) {
    writer.compact(order.signers)
    writer.bytes(new Uint8Array(64 * order.signers))
    writeV0(writer, message, order)
  } else {
    writeV1(writer, message, order)
    writer.bytes(new Uint8Array(64 * order.signers))
  }
  const bytes = writer.end()
  return { bytes, base64: encodeBase64(bytes), size, signers: order.signers }
}

/**
 * Counts the bytes of a transaction without writing it, however large it is.
 *
 * @throws {WritableProgramError} when a called program pays or is asked for as writable.
 */
export function sizeOfTransaction(message: Message): number {
  return sizeOf(message, orderAccounts(message))
}

function writeV0(writer: LittleWriter, message: Message, order: AccountOrder): void {
  writer.u8(0x80)
  writeHeader(writer, order)
  writer.compact(order.statics.length)
  for (const { address } of order.statics) writer.bytes(svmBytesOf(address))
  writer.bytes(blockhashBytesOf(message.lifetime))
  writer.compact(message.instructions.length)
  for (const { program, accounts, data } of message.instructions) {
    writer.u8(order.indexOf.get(program)!)
    writer.compact(accounts.length)
    for (const { address } of accounts) writer.u8(order.indexOf.get(address)!)
    writer.compact(data.length)
    writer.bytes(data)
  }
  writer.compact(order.lookups.length)
  for (const lookup of order.lookups) {
    writer.bytes(svmBytesOf(lookup.table))
    for (const indices of [lookup.writable, lookup.readonly]) {
      writer.compact(indices.length)
      for (const index of indices) writer.u8(index)
    }
  }
}

function writeV1(writer: LittleWriter, message: Message, order: AccountOrder): void {
  const { config, instructions } = message
  writer.u8(0x81)
  writeHeader(writer, order)
  writer.u32(
    (config?.priorityFeeLamports == null ? 0 : 3) |
      (config?.computeUnitLimit == null ? 0 : 4) |
      (config?.loadedAccountsBytes == null ? 0 : 8) |
      (config?.heapBytes == null ? 0 : 16),
  )
  writer.bytes(blockhashBytesOf(message.lifetime))
  writer.u8(instructions.length)
  writer.u8(order.statics.length)
  for (const { address } of order.statics) writer.bytes(svmBytesOf(address))
  if (config?.priorityFeeLamports != null) writer.u64(config.priorityFeeLamports)
  if (config?.computeUnitLimit != null) writer.u32(config.computeUnitLimit)
  if (config?.loadedAccountsBytes != null) writer.u32(config.loadedAccountsBytes)
  if (config?.heapBytes != null) writer.u32(config.heapBytes)
  for (const { program, accounts, data } of instructions) {
    writer.u8(order.indexOf.get(program)!)
    writer.u8(accounts.length)
    writer.u16(data.length)
  }
  for (const { accounts, data } of instructions) {
    for (const { address } of accounts) writer.u8(order.indexOf.get(address)!)
    writer.bytes(data)
  }
}

function writeHeader(writer: LittleWriter, order: AccountOrder): void {
  writer.u8(order.signers)
  writer.u8(order.readonlySigners)
  writer.u8(order.readonlyOthers)
}

function sizeOf({ version, config, instructions }: Message, order: AccountOrder): number {
  const body = 64 * order.signers + 1 + 3 + 32 + 32 * order.statics.length
  if (version === 1) {
    const limits = [config?.computeUnitLimit, config?.loadedAccountsBytes, config?.heapBytes]
    const configSize =
      (config?.priorityFeeLamports == null ? 0 : 8) +
      4 * limits.filter((limit) => limit != null).length
    const calls = instructions.map(({ accounts, data }) => 4 + accounts.length + data.length)
    return body + 4 + 2 + configSize + sumOf(calls)
  }
  const calls = instructions.map(
    ({ accounts, data }) => 1 + listSize(accounts.length) + listSize(data.length),
  )
  const tables = order.lookups.map(
    (lookup) => 32 + listSize(lookup.writable.length) + listSize(lookup.readonly.length),
  )
  const counts = [order.signers, order.statics.length, instructions.length, order.lookups.length]
  return body + sumOf(counts.map(compactSize)) + sumOf(calls) + sumOf(tables)
}

/** Bytes of a list of bytes and its count. */
function listSize(count: number): number {
  return compactSize(count) + count
}

function compactSize(count: number): number {
  return count < 128 ? 1 : count < 16384 ? 2 : 3
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}

function assertCounts(message: Message, order: AccountOrder): void {
  const { instructions } = message
  assertCount('addresses', order.indexOf.size, maxAddresses)
  assertCount('signers', order.signers, maxSigners)
  assertCount('instructions', instructions.length, maxInstructions)
  for (const { accounts } of instructions) {
    assertCount('accounts of one instruction', accounts.length, maxInstructionAccounts)
  }
}

function assertCount(what: string, count: number, limit: number): void {
  if (count > limit) throw new TooManyAccountsError(what, count, limit)
}

/** A transaction has more bytes than its version allows. */
export class TransactionTooLargeError extends BaseError {
  override readonly code = 'transaction_too_large'
  override readonly kind = 'invalid_input'

  constructor(size: number, limit: number, version: 0 | 1 | 'legacy') {
    const advice =
      version === 1
        ? 'Split the batch.'
        : 'Name a lookup table, use version 1, which has 4,096 bytes, or split the batch.'
    super({
      message: `The transaction has ${size} bytes, and version ${version} allows ${limit}. ${advice}`,
      facts: { size, limit, version },
    })
  }
}

/** A transaction names more accounts, signers or instructions than the network takes. */
export class TooManyAccountsError extends BaseError {
  override readonly code = 'too_many_accounts'
  override readonly kind = 'invalid_input'

  constructor(what: string, count: number, limit: number) {
    super({
      message: `The transaction has ${count} ${what}, and ${limit} are allowed. Split the batch.`,
      facts: { what, count, limit },
    })
  }
}
