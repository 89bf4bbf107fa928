import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { systemProgram } from '../address/known-address.ts'
import { decodeBase64 } from '../bytes/base64.ts'
import { type LittleReader, openLittleReader } from '../bytes/little-reader.ts'
import { hasDiscriminator } from '../instruction/discriminator.ts'
import {
  accountsOf,
  assertForm,
  type CompiledMessage,
  instructionsOf,
  MalformedTransactionError,
  type Transaction,
} from '../message/decode-transaction.ts'
import type { LookupTable } from '../message/message.ts'
import { squadsVaultOf } from './squads-address.ts'

/** Calls that the members of a Squads multisig approve, as its account holds them. */
export type SquadsTransaction = {
  readonly multisig: SvmAddress
  /** The member that made it. */
  readonly creator: SvmAddress
  /** Of the transaction within the multisig. */
  readonly index: bigint
  /** The index of the multisig's vault that signs. */
  readonly vaultIndex: number
  /** The same as a transaction that the vault signs and pays: no signatures, and the lifetime is nothing. */
  readonly transaction: Transaction
}

/** `sha256("account:VaultTransaction")`, its first 8 bytes. */
const discriminator = Uint8Array.of(168, 250, 162, 100, 81, 14, 162, 207)
/** The runtime lets a program make an account of so many bytes at once. */
const maxBytes = 10_240

/** Tells whether base64 or bytes are the account of a Squads transaction, which no transaction begins like. */
export function isSquadsTransaction(given: string | Uint8Array): boolean {
  const head = typeof given === 'string' ? headOf(given) : given
  return hasDiscriminator(head, discriminator)
}

/**
 * Reads the account of a transaction of a Squads multisig, version 4.
 *
 * Source: docs.rs/squads-multisig-program, `VaultTransaction`.
 *
 * @param tables - those that it may take addresses from, as they are on the chain.
 * @throws {InvalidBase64Error} when the text is not base64.
 * @throws {MalformedTransactionError} when the bytes break off, are too many, or another account than the vault pays.
 */
export function decodeSquadsTransaction(
  given: string | Uint8Array,
  tables: readonly LookupTable[] = [],
): SquadsTransaction {
  const bytes = typeof given === 'string' ? decodeBase64(given) : given
  if (bytes.length > maxBytes) throw malformed(0, `it has ${bytes.length} bytes`)
  if (!isSquadsTransaction(bytes)) throw malformed(0, 'it is not of a Squads transaction')
  const reader = openLittleReader(bytes, malformed)
  reader.skip(discriminator.length)
  const multisig = svmAddressOf(reader.take(32))
  const creator = svmAddressOf(reader.take(32))
  const index = reader.u64()
  reader.skip(1)
  const vaultIndex = reader.u8()
  reader.skip(1)
  reader.skip(countIn(reader, 1, 4))
  const transaction = readSquadsMessage(reader, { multisig, vaultIndex, bytes, tables, ...stored })
  return { multisig, creator, index, vaultIndex, transaction }
}

/** Counts of an account have four bytes; those of an instruction have one, its data two. */
export type SquadsCounts = { readonly list: 1 | 4; readonly data: 2 | 4 }

const stored = { counts: { list: 4, data: 4 } } as const

/** The context of a message: its multisig, and the bytes it is read from. */
export type SquadsMessageContext = {
  readonly multisig: SvmAddress
  readonly vaultIndex: number
  readonly bytes: Uint8Array
  readonly tables: readonly LookupTable[]
  readonly counts: SquadsCounts
}

/**
 * Reads a message that a vault of a multisig signs and pays.
 *
 * @throws {MalformedTransactionError} when it breaks off, or another account than the vault pays.
 */
export function readSquadsMessage(
  reader: LittleReader,
  { multisig, vaultIndex, bytes, tables, counts }: SquadsMessageContext,
): Transaction {
  const start = reader.offset()
  const compiled = readMessage(reader, counts)
  const end = reader.offset()
  assertForm(compiled, start)
  const accounts = accountsOf(compiled, tables, start)
  const vault = squadsVaultOf(multisig, vaultIndex)
  const feePayer = compiled.statics[0]!
  if (feePayer !== vault) throw malformed(start, `${feePayer} pays, and not the vault ${vault}`)
  const isMissing = (table: SvmAddress) => !tables.some(({ address }) => address === table)
  const missingTables = compiled.lookups.map(({ table }) => table).filter(isMissing)
  const message = {
    version: 0,
    feePayer,
    lifetime: compiled.lifetime,
    instructions: missingTables.length > 0 ? [] : instructionsOf(compiled, accounts, start),
    config: null,
    lookupTables: tables.filter(({ address }) =>
      compiled.lookups.some(({ table }) => table === address),
    ),
  } as const
  const written = message.instructions.find(
    ({ program }) => accounts.find(({ address }) => address === program)!.isWritable,
  )
  if (written !== undefined) throw malformed(start, `program ${written.program} is written`)
  return {
    version: 0,
    feePayer,
    message: missingTables.length > 0 ? null : message,
    accounts,
    accountKeys: compiled.statics,
    signatures: [],
    messageBytes: bytes.slice(start, end),
    size: bytes.length,
    lookups: compiled.lookups,
    missingTables,
  }
}

function readMessage(reader: LittleReader, counts: SquadsCounts): CompiledMessage {
  const [signers, writableSigners, writableOthers] = [reader.u8(), reader.u8(), reader.u8()]
  const listOf = <Value>(minimum: number, read: () => Value): readonly Value[] =>
    Array.from({ length: countIn(reader, minimum, counts.list) }, read)
  const bytesOf = (width: 1 | 2 | 4) => reader.take(countIn(reader, 1, width))
  const minimum = 1 + counts.list + counts.data
  const statics = listOf(32, () => svmAddressOf(reader.take(32)))
  const calls = listOf(minimum, () => ({
    program: reader.u8(),
    accounts: [...bytesOf(counts.list)],
    data: bytesOf(counts.data),
  }))
  const lookups = listOf(32 + 2 * counts.list, () => ({
    table: svmAddressOf(reader.take(32)),
    writable: [...bytesOf(counts.list)],
    readonly: [...bytesOf(counts.list)],
  }))
  const readonlyOthers = statics.length - signers - writableOthers
  if (readonlyOthers < 0 || writableSigners > signers)
    throw malformed(reader.offset(), 'its header counts more than its accounts')
  const header = { signers, readonlySigners: signers - writableSigners, readonlyOthers }
  return { header, statics, lifetime: systemProgram, calls, config: null, lookups }
}

/** A count of parts that have so many bytes at least: never more than there are. */
function countIn(reader: LittleReader, minimum: number, width: 1 | 2 | 4): number {
  const offset = reader.offset()
  const count = width === 1 ? reader.u8() : width === 2 ? reader.u16() : reader.u32()
  if (count * minimum > reader.left()) throw malformed(offset, `it announces ${count} parts`)
  return count
}

/** 12 digits stand for 9 bytes; what is no base64 is refused when it is read. */
function headOf(base64: string): Uint8Array {
  return /^[A-Za-z0-9+/]{12}/.test(base64) ? decodeBase64(base64.slice(0, 12)) : new Uint8Array()
}

function malformed(offset: number, reason: string): MalformedTransactionError {
  return new MalformedTransactionError(offset, reason)
}
