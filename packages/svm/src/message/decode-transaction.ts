import { BaseError } from '@vaultwright/base'
import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { encodeBase58 } from '../bytes/base58.ts'
import { decodeBase64 } from '../bytes/base64.ts'
import { type LittleReader, openLittleReader } from '../bytes/little-reader.ts'
import type { AccountMeta, Instruction } from '../call/instruction.ts'
import type { TableLookup } from './account-order.ts'
import { maxTransactionSizeOf, TransactionTooLargeError } from './encode-transaction.ts'
import type { LookupTable, Message, V1Config } from './message.ts'

/** A transaction that was read. */
export type Transaction = {
  readonly version: 0 | 1 | 'legacy'
  readonly feePayer: SvmAddress
  /** Null exactly when tables are missing: instructions name accounts by numbers that only they resolve. */
  readonly message: Message | null
  /** Every account that it names, used or not, in the order of their numbers; without those of missing tables. */
  readonly accounts: readonly AccountMeta[]
  /** Those that it lists itself, in the order of their numbers. */
  readonly accountKeys: readonly SvmAddress[]
  /** 64 bytes each, zeros where a signature is missing; in the order of the first accounts. */
  readonly signatures: readonly Uint8Array[]
  /** The signed bytes. */
  readonly messageBytes: Uint8Array
  readonly size: number
  /** The accounts it takes from tables. */
  readonly lookups: readonly TableLookup[]
  /** Tables that it names and that were not given. */
  readonly missingTables: readonly SvmAddress[]
}

type CompiledCall = {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

type MessageHeader = {
  readonly signers: number
  readonly readonlySigners: number
  readonly readonlyOthers: number
}

export type CompiledMessage = {
  readonly header: MessageHeader
  readonly statics: readonly SvmAddress[]
  readonly lifetime: string
  readonly calls: readonly CompiledCall[]
  readonly config: V1Config | null
  readonly lookups: readonly TableLookup[]
}

/**
 * Reads a transaction of version 0 or 1, or one without a version.
 *
 * The flags of its instructions' accounts are those of the message: merged over all instructions, not yet lowered
 * (`mergedFlags`). What the network would refuse by its form is refused here.
 *
 * @param given - base64 or bytes, signatures in it.
 * @param tables - those that version 0 may take addresses from, as they are on the chain.
 * @throws {InvalidBase64Error} when the text is not base64.
 * @throws {TransactionTooLargeError} when it has more bytes than its version allows.
 * @throws {MalformedTransactionError} when the bytes are not a transaction.
 */
export function decodeTransaction(
  given: string | Uint8Array,
  tables: readonly LookupTable[] = [],
): Transaction {
  const largest = maxTransactionSizeOf(1)
  const claimed = typeof given === 'string' ? Math.floor(given.length / 4) * 3 - 2 : given.length
  if (claimed > largest) throw new TransactionTooLargeError(claimed, largest, 1)
  const bytes = typeof given === 'string' ? decodeBase64(given) : given
  const reader = openLittleReader(bytes, malformed)
  const isV1 = bytes[0] === 0x81
  const signatures = isV1 ? [] : readSignatures(reader, reader.compact())
  const messageStart = reader.offset()
  const version = isV1 ? 1 : versionAt(bytes, messageStart)
  if (version !== 'legacy') reader.skip(1)
  if (bytes.length > maxTransactionSizeOf(version)) {
    throw new TransactionTooLargeError(bytes.length, maxTransactionSizeOf(version), version)
  }
  const compiled = version === 1 ? readV1(reader) : readV0(reader, version)
  const messageEnd = reader.offset()
  if (version === 1) signatures.push(...readSignatures(reader, compiled.header.signers))
  if (reader.left() > 0) {
    throw malformed(reader.offset(), `${reader.left()} bytes stand behind its end`)
  }
  if (signatures.length !== compiled.header.signers) {
    throw malformed(
      0,
      `it has ${signatures.length} signatures and ${compiled.header.signers} signers`,
    )
  }
  assertForm(compiled, messageStart)
  const missingTables = compiled.lookups
    .map(({ table }) => table)
    .filter((table) => !tables.some(({ address }) => address === table))
  const accounts = accountsOf(compiled, tables, messageEnd)
  return {
    version,
    feePayer: compiled.statics[0]!,
    message:
      missingTables.length > 0
        ? null
        : {
            version: version === 1 ? 1 : 0,
            feePayer: compiled.statics[0]!,
            lifetime: compiled.lifetime,
            instructions: instructionsOf(compiled, accounts, messageStart),
            config: compiled.config,
            lookupTables: tables.filter(({ address }) =>
              compiled.lookups.some(({ table }) => table === address),
            ),
          },
    accounts,
    accountKeys: compiled.statics,
    signatures,
    messageBytes: bytes.slice(messageStart, messageEnd),
    size: bytes.length,
    lookups: compiled.lookups,
    missingTables,
  }
}

function readSignatures(reader: LittleReader, count: number): Uint8Array[] {
  return Array.from({ length: count }, () => reader.take(64))
}

/** Bit 7 of a message's first byte says that it has a version. */
function versionAt(bytes: Uint8Array, offset: number): 0 | 'legacy' {
  const first = bytes[offset] ?? 0
  if (first < 0x80) return 'legacy'
  if (first !== 0x80) throw malformed(offset, `version ${first & 0x7f} cannot be read here`)
  return 0
}

function readHeader(reader: LittleReader): MessageHeader {
  return { signers: reader.u8(), readonlySigners: reader.u8(), readonlyOthers: reader.u8() }
}

function readAddresses(reader: LittleReader, count: number): readonly SvmAddress[] {
  return Array.from({ length: count }, () => svmAddressOf(reader.take(32)))
}

function readV0(reader: LittleReader, version: 0 | 'legacy'): CompiledMessage {
  const header = readHeader(reader)
  const statics = readAddresses(reader, reader.compact())
  const lifetime = encodeBase58(reader.take(32))
  const calls = Array.from({ length: reader.compact() }, () => ({
    program: reader.u8(),
    accounts: [...reader.take(reader.compact())],
    data: reader.take(reader.compact()),
  }))
  const lookups = Array.from({ length: version === 0 ? reader.compact() : 0 }, () => ({
    table: svmAddressOf(reader.take(32)),
    writable: [...reader.take(reader.compact())],
    readonly: [...reader.take(reader.compact())],
  }))
  return { header, statics, lifetime, calls, config: null, lookups }
}

function readV1(reader: LittleReader): CompiledMessage {
  const header = readHeader(reader)
  const maskOffset = reader.offset()
  const mask = reader.u32()
  if (mask > 31 || (mask & 3) === 1 || (mask & 3) === 2) {
    throw malformed(maskOffset, `${mask} is not a mask of its config`)
  }
  const lifetime = encodeBase58(reader.take(32))
  const callCount = reader.u8()
  const statics = readAddresses(reader, reader.u8())
  const config = {
    priorityFeeLamports: (mask & 3) === 3 ? reader.u64() : null,
    computeUnitLimit: (mask & 4) === 4 ? reader.u32() : null,
    loadedAccountsBytes: (mask & 8) === 8 ? reader.u32() : null,
    heapBytes: (mask & 16) === 16 ? reader.u32() : null,
  }
  const heads = Array.from({ length: callCount }, () => ({
    program: reader.u8(),
    accounts: reader.u8(),
    size: reader.u16(),
  }))
  const calls = heads.map(({ program, accounts, size }) => ({
    program,
    accounts: [...reader.take(accounts)],
    data: reader.take(size),
  }))
  return { header, statics, lifetime, calls, config, lookups: [] }
}

export function assertForm(
  { header, statics, calls, lookups, config }: CompiledMessage,
  offset: number,
): void {
  const { signers, readonlySigners, readonlyOthers } = header
  if (signers === 0 || readonlySigners >= signers) {
    throw malformed(offset, 'the fee payer does not sign or is readonly')
  }
  if (signers + readonlyOthers > statics.length) {
    throw malformed(offset, `its header counts more than its ${statics.length} accounts`)
  }
  const looked = lookups.map(({ writable, readonly }) => writable.length + readonly.length)
  if (looked.includes(0)) throw malformed(offset, 'it names a table and takes nothing from it')
  const count = statics.length + looked.reduce((total, size) => total + size, 0)
  if (count > (config === null ? 256 : 64)) throw malformed(offset, `it names ${count} accounts`)
  if (config !== null && (signers > 12 || calls.length > 64 || calls.length === 0)) {
    throw malformed(offset, `it has ${signers} signers and ${calls.length} instructions`)
  }
  for (const [index, { program, accounts }] of calls.entries()) {
    if (program === 0 || program >= statics.length) {
      throw malformed(offset, `instruction ${index} calls account ${program}`)
    }
    const beyond = accounts.find((number) => number >= count)
    if (beyond !== undefined) {
      throw malformed(offset, `instruction ${index} names account ${beyond} of ${count}`)
    }
  }
}

/** Listed accounts, then what tables give: all writable ones before all readonly ones. */
export function accountsOf(
  { header, statics, lookups }: CompiledMessage,
  tables: readonly LookupTable[],
  offset: number,
): readonly AccountMeta[] {
  const { signers, readonlySigners, readonlyOthers } = header
  const accounts = statics.map((address, index): AccountMeta => {
    const isSigner = index < signers
    const isWritable = isSigner
      ? index < signers - readonlySigners
      : index < statics.length - readonlyOthers
    return { address, isSigner, isWritable }
  })
  for (const isWritable of [true, false]) {
    for (const lookup of lookups) {
      const table = tables.find(({ address }) => address === lookup.table)
      for (const index of isWritable ? lookup.writable : lookup.readonly) {
        if (table === undefined) continue
        const address = table.addresses[index]
        if (address === undefined) {
          throw malformed(offset, `table ${lookup.table} does not have an address ${index}`)
        }
        accounts.push({ address, isSigner: false, isWritable })
      }
    }
  }
  const addresses = new Set<SvmAddress>()
  for (const { address } of accounts) {
    if (addresses.has(address)) throw malformed(offset, `account ${address} is listed twice`)
    addresses.add(address)
  }
  return accounts
}

export function instructionsOf(
  { calls }: CompiledMessage,
  accounts: readonly AccountMeta[],
  offset: number,
): readonly Instruction[] {
  const accountAt = (index: number): AccountMeta => {
    const account = accounts[index]
    if (account === undefined) throw malformed(offset, `account ${index} does not exist`)
    return account
  }
  return calls.map(({ program, accounts: numbers, data }) => ({
    program: accountAt(program).address,
    accounts: numbers.map(accountAt),
    data,
  }))
}

function malformed(offset: number, reason: string): MalformedTransactionError {
  return new MalformedTransactionError(offset, reason)
}

/** Bytes are not a transaction. */
export class MalformedTransactionError extends BaseError {
  override readonly code = 'malformed_transaction'
  override readonly kind = 'invalid_input'

  constructor(offset: number, reason: string) {
    super({
      message: `The transaction cannot be read at byte ${offset}: ${reason}. Give a whole transaction, with room for its signatures.`,
      facts: { offset, reason },
    })
  }
}
