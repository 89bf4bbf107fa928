import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  type AbiFunction,
  type AbiType,
  decodeCall,
  parseSignature,
  selectorOf,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { wordIn } from '../action/calldata-word.ts'
import type { CalldataAccount, CalldataNumber, CalldataReceiver } from './venue.ts'

/** A number in a word of the arguments. */
export function numberAt(field: string, index: number): CalldataNumber {
  return { field, read: (data) => wordIn(data, index) }
}

/** An account in a word of the arguments. */
export function accountAt(field: string, index: number): CalldataAccount {
  return { field, read: (data) => accountIn(data, index) }
}

/** The account that must be paid what is bought: the vault. */
export function buyerAt(field: string, index: number): CalldataReceiver {
  return buyerOf(accountAt(field, index))
}

/** The account that is handed what is sold, which must be the one of another field. */
export function sellerAt(field: string, index: number, mustBe: string): CalldataReceiver {
  return sellerOf(accountAt(field, index), mustBe)
}

function buyerOf(account: CalldataAccount): CalldataReceiver {
  return { ...account, gets: 'bought', isZeroCaller: false, mustBe: null }
}

function sellerOf(account: CalldataAccount, mustBe: string): CalldataReceiver {
  return { ...account, gets: 'sold', isZeroCaller: false, mustBe }
}

/** Readers of a function's arguments by their path, wherever offsets lead: `desc.amount`, `desc.receivers.0`. */
type ArgumentFields = {
  readonly number: (path: string) => CalldataNumber
  readonly account: (path: string) => CalldataAccount
  readonly buyer: (path: string) => CalldataReceiver
  /** Must be the account of another field. */
  readonly seller: (path: string, mustBe: string) => CalldataReceiver
  /** The entries of a list. */
  readonly lengthOf: (path: string) => CalldataNumber
  /** Readers of a call that stands in an argument of bytes. */
  readonly within: (path: string, signature: string) => ArgumentFields
}

/** Makes the readers of a function's arguments. A contract reads the same: offsets are followed, not trusted. */
export function fieldsOf(signature: string): ArgumentFields {
  return fieldsBy(parseSignature(signature), (data) => data)
}

type CallOf = (data: Hex) => Hex | null

function fieldsBy(fn: AbiFunction, callOf: CallOf): ArgumentFields {
  const selector = selectorOf(fn.canonical)
  const valueIn = (data: Hex, path: string): unknown => {
    const call = callOf(data)
    if (call === null || call.slice(0, 10).toLowerCase() !== selector) return null
    try {
      return valueAt(decodeCall(fn, call).values, fn.inputs, path.split('.'))
    } catch (error) {
      if (error instanceof BaseError) return null
      throw error
    }
  }
  const number = (field: string): CalldataNumber => ({
    field,
    read: (data) => {
      const value = valueIn(data, field)
      return typeof value === 'bigint' ? value : null
    },
  })
  const account = (field: string): CalldataAccount => ({
    field,
    read: (data) => {
      const value = valueIn(data, field)
      return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
        ? checksumOf(value as Address)
        : null
    },
  })
  return {
    number,
    account,
    buyer: (path) => buyerOf(account(path)),
    seller: (path, mustBe) => sellerOf(account(path), mustBe),
    lengthOf: (field) => ({
      field,
      read: (data) => {
        const value = valueIn(data, field)
        return Array.isArray(value) ? BigInt(value.length) : null
      },
    }),
    within: (path, signature) =>
      fieldsBy(parseSignature(signature), (data) => {
        const value = valueIn(data, path)
        return typeof value === 'string' ? (value as Hex) : null
      }),
  }
}

/** Follows names of tuples and indices of lists. */
function valueAt(value: unknown, type: AbiType, path: readonly string[]): unknown {
  const [name, ...further] = path
  if (name === undefined) return value
  if (type.kind === 'tuple') {
    const index = type.fields.findIndex((field) => field.name === name)
    const field = type.fields[index]
    if (field === undefined) return null
    return valueAt((value as readonly unknown[])[index], field.type, further)
  }
  if (type.kind !== 'array' || !Array.isArray(value)) return null
  return valueAt(value[Number(name)] ?? null, type.element, further)
}

function accountIn(data: Hex, index: number): Address | null {
  const word = wordIn(data, index)
  if (word === null || word >> 160n !== 0n) return null
  return checksumOf(`0x${word.toString(16).padStart(40, '0')}`)
}
