import { type Address, type Hex, isAddressText, nearestSymbol } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { InvalidAddressError, parseAddress } from '@vaultwright/merkle'

/** A value that was given, or what is wrong with it. */
export type InputReading<Value = AbiValue> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly type: string
      readonly msg: string
      readonly isReadable?: true
    }

/** Values by the names that people have for them, lower case; null where a name stands for several. */
export type NameTable = ReadonlyMap<string, NameEntry>

/** A label as it is written, and what it stands for; null when it stands for several. */
export type NameEntry = { readonly label: string; readonly text: string | null }

/** Finds what a name stands for on record, permitted or not; null when it is not there. */
export type NameRecord = (name: string) => Address | null

/** Reads an account: an address, or the name of a permitted one. */
export function readAccount(
  input: unknown,
  names: NameTable,
  record: NameRecord,
): InputReading<Hex> {
  if (typeof input !== 'string')
    return invalidInput('string_type', 'Give an address, or a name that is known.')
  const text = input.trim()
  if (isAddressText(text)) return addressOf(text)
  const named = names.get(text.toLowerCase())
  if (named === undefined) {
    const address = record(text)
    // A file may give what is permitted another name.
    if (address !== null && isAmong(names, address)) return { ok: true, value: address }
    const quoted = JSON.stringify(text)
    if (address !== null && names.size === 0)
      return invalidInput('address', `${quoted} is ${address} on record. Give the address.`)
    const what =
      address === null
        ? `${quoted} is neither an address nor the name of a permitted one.`
        : `${quoted} is ${address} on record, and no leaf permits it here.`
    const offer = offerOf(text, names, address === null)
    return invalidInput('address', `${what}${offer}`)
  }
  if (named.text === null)
    return invalidInput('ambiguous', `${text} stands for several. Give the address.`)
  return { ok: true, value: named.text as Hex }
}

function isAmong(names: NameTable, address: Address): boolean {
  return [...names.values()].some(({ text }) => text?.toLowerCase() === address.toLowerCase())
}

/** So many names fit into a sentence. */
const maxOffered = 8

/** A name that is known is no slip for another: another asset is other money. */
function offerOf(text: string, names: NameTable, mayBeSlip: boolean): string {
  const labels = [...names.values()].map(({ label }) => label)
  if (labels.length === 0) return ''
  if (labels.length <= maxOffered) return ` Permitted: ${labels.join(', ')}.`
  const near = mayBeSlip ? nearestSymbol(text, labels) : null
  return near === null ? '' : ` Did you mean ${near}?`
}

/** Reads an address. */
export function addressOf(text: string): InputReading<Hex> {
  try {
    return { ok: true, value: parseAddress(text) }
  } catch (error) {
    if (error instanceof InvalidAddressError) return invalidInput('address', error.shortMessage)
    throw error
  }
}

/** Says what is wrong with a value. */
export function invalidInput(
  type: string,
  msg: string,
): { readonly ok: false; readonly type: string; readonly msg: string } {
  return { ok: false, type, msg }
}
