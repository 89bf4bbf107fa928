import {
  type Address,
  address,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { invalidParams } from './answer.ts'

/** A transaction as the wire has it, with the addresses that its indices mean. */
export type WireTransaction = {
  readonly base64: string
  readonly transaction: Transaction
  readonly version: 0 | 1 | 'legacy'
  readonly staticKeys: readonly Address[]
  readonly loaded: LoadedKeys
  readonly calls: readonly TopCall[]
  readonly feeLamports: bigint
}

type LoadedKeys = { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
type TopCall = { readonly program: Address | undefined; readonly data: Uint8Array }
type Message = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

const sizeLimits = { 0: 1232, 1: 4096, legacy: 1232 } as const
const maxAddresses = 64
const lamportsPerSignature = 5_000n
const computeBudget = 'ComputeBudget111111111111111111111111111111'

/** Parses an address of a request, and refuses it as a node does. */
export function parseKey(text: unknown): Address {
  try {
    return address(String(text))
  } catch {
    throw invalidParams(`Invalid param: ${String(text).length < 32 ? 'WrongSize' : 'Invalid'}`)
  }
}

/** Reads a transaction, with the limits of the network that litesvm does not have. */
export function readWire(svm: LiteSVM, text: unknown): WireTransaction {
  if (typeof text !== 'string') throw invalidParams('invalid type: expected a string')
  const { transaction, message } = decode(text)
  const { version, staticAccounts: staticKeys } = message
  assertSize(text, version)
  const loaded = loadedBy(svm, message)
  const keys = [...staticKeys, ...loaded.writable, ...loaded.readonly]
  if (keys.length > maxAddresses) {
    throw invalidParams(`invalid transaction: ${keys.length} accounts, at most ${maxAddresses}`)
  }
  const calls = callsOf(message, keys)
  const signatures = BigInt(message.header.numSignerAccounts)
  const feeLamports = lamportsPerSignature * signatures + priorityFeeOf(message, calls)
  return { base64: text, transaction, version, staticKeys, loaded, calls, feeLamports }
}

/** Every address of a transaction, in the order of its indices. */
export function keysOf({ staticKeys, loaded }: WireTransaction): readonly Address[] {
  return [...staticKeys, ...loaded.writable, ...loaded.readonly]
}

function decode(text: string) {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw invalidParams('invalid base64 encoding')
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    return { transaction, message }
  } catch (error) {
    const { message } = error as Error
    throw invalidParams(
      `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${message}`,
    )
  }
}

function assertSize(text: string, version: WireTransaction['version']): void {
  const limit = sizeLimits[version]
  if (Buffer.byteLength(text, 'base64') <= limit) return
  throw invalidParams(
    `base64 encoded solana_transaction::versioned::VersionedTransaction too large: ${text.length} bytes (max: encoded/raw ${Math.ceil(limit / 3) * 4}/${limit})`,
  )
}

function loadedBy(svm: LiteSVM, message: Message): LoadedKeys {
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  const pick = (table: Address, indices: readonly number[]) => {
    const addresses = tableOf(svm, table)
    return indices.map((index) => {
      const key = addresses[index]
      if (key === undefined) throw invalidParams('invalid transaction: lookup index out of bounds')
      return key
    })
  }
  return {
    writable: lookups.flatMap((lookup) => pick(lookup.lookupTableAddress, lookup.writableIndexes)),
    readonly: lookups.flatMap((lookup) => pick(lookup.lookupTableAddress, lookup.readonlyIndexes)),
  }
}

const tableHeader = 56

function tableOf(svm: LiteSVM, table: Address): readonly Address[] {
  const account = svm.getAccount(table)
  if (!account.exists) return []
  const count = Math.floor((account.data.length - tableHeader) / 32)
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    getAddressDecoder().decode(account.data, tableHeader + 32 * index),
  )
}

function callsOf(message: Message, keys: readonly Address[]): readonly TopCall[] {
  if (message.version === 1) {
    return message.instructionHeaders.map(({ programAccountIndex }, index) => ({
      program: keys[programAccountIndex],
      data: new Uint8Array(message.instructionPayloads[index]!.instructionData),
    }))
  }
  return message.instructions.map(({ programAddressIndex, data }) => ({
    program: keys[programAddressIndex],
    data: new Uint8Array(data ?? []),
  }))
}

/** Version 1 names lamports; the others name a price for a unit, and units. */
function priorityFeeOf(message: Message, calls: readonly TopCall[]): bigint {
  if (message.version === 1) {
    const fee = message.configValues.find(({ kind }) => kind === 'u64')
    return BigInt(fee?.value ?? 0)
  }
  const budget = calls.filter(({ program }) => program === computeBudget).map(({ data }) => data)
  const callCount = calls.length - budget.length
  const limit = budget.find(([tag]) => tag === 2)
  const price = budget.find(([tag]) => tag === 3)
  const units =
    limit === undefined ? BigInt(Math.min(200_000 * callCount, 1_400_000)) : numberOf(limit)
  return price === undefined ? 0n : (units * numberOf(price) + 999_999n) / 1_000_000n
}

const numberOf = (data: Uint8Array) =>
  [...data.subarray(1)].reduceRight((value, byte) => value * 256n + BigInt(byte), 0n)
