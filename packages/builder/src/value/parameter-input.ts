import { type Hex, isAddressText } from '@vaultwright/base'
import { isEncoded, parseAbiTuple } from '@vaultwright/manager'
import type { ActionParameter, AmountParameter } from '@vaultwright/protocols'
import {
  addressOf,
  type InputReading,
  invalidInput,
  type NameRecord,
  type NameTable,
  readAccount,
} from './account-input.ts'
import { readUnits } from './amount.ts'
import { abiValueOf } from './raw-value.ts'

/** Kinds whose values need more than what was given: decimals, the clock, other actions. */
export type DeferredKind = 'amount' | 'amounts' | 'minimum' | 'minimums' | 'deadline' | 'actions'

/** A parameter whose value is in what was given. */
export type DirectParameter = Exclude<ActionParameter, { readonly kind: DeferredKind }>

/** Tells whether the value of a parameter is in what was given, and needs nothing else. */
export function isDirect(parameter: ActionParameter): parameter is DirectParameter {
  return !deferredKinds.has(parameter.kind)
}

const deferredKinds: ReadonlySet<string> = new Set<DeferredKind>([
  'amount',
  'amounts',
  'minimum',
  'minimums',
  'deadline',
  'actions',
])

/** Reads the value of a parameter. */
export function readInput(
  parameter: DirectParameter,
  input: unknown,
  { names, record }: { readonly names: NameTable; readonly record: NameRecord },
): InputReading {
  switch (parameter.kind) {
    case 'account':
    case 'token':
      return readAccount(input, names, record)
    case 'tokens':
      return readList(input, (item) => readAccount(item, names, record))
    case 'network':
      return readNetwork(input, names)
    case 'word':
      return readWord(input, parameter.as === 'account', names)
    case 'integer':
      return readInteger(input, parameter)
    case 'integers':
      return readList(input, (item) => readInteger(item, parameter))
    case 'flag':
      return readFlag(input)
    case 'bytes':
      return readBytes(input, parameter.holds)
    case 'text':
      return typeof input === 'string'
        ? { ok: true, value: input }
        : invalidInput('string_type', 'Give a text.')
    case 'raw':
      return readRaw(input, parameter.type)
  }
}

/** Reads an amount as far as its decimals do not matter. */
export function readDecimalText(input: unknown): InputReading<string> {
  const text = typeof input === 'string' ? input : numberText(input)
  if (text !== null && text !== text.trim()) {
    return invalidInput(
      'decimal_parsing',
      'There is white space around the amount. Give the digits alone.',
    )
  }
  if (text !== null && (text === 'max' || /^(0|[1-9]\d{0,77})(\.\d{1,78})?$/.test(text))) {
    return { ok: true, value: text }
  }
  if (typeof input === 'number') {
    return invalidInput(
      'decimal_parsing',
      'A number of this size or length is not exact. Give it as a text.',
    )
  }
  const problemText = text === null ? '' : `${brief(text)} is not an amount. `
  return invalidInput(
    'decimal_parsing',
    `${problemText}Give decimal digits in display units, as in 1000 or 0.5.`,
  )
}

/** A request may hold a text of any length. */
function brief(text: string): string {
  const most = 40
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text)
}

/**
 * Reads an amount of a parameter, as far as its decimals do not matter.
 *
 * @returns decimal digits, or the word `max` where it is taken; else what to write who means all of it.
 */
export function readAmountText(
  input: unknown,
  { all, takesMax }: Pick<AmountParameter, 'all' | 'takesMax'>,
): InputReading<string> {
  const text = readDecimalText(input)
  const hint = all === undefined ? '' : ' Leave it out for all that there is.'
  if (text.ok) {
    if (text.value !== 'max' || takesMax === true) return text
    return invalidInput('decimal_parsing', `It takes no max. Give an amount.${hint}`)
  }
  if (typeof input !== 'string') return text
  return { ...text, msg: text.msg + (takesMax === true ? ' All of it is max.' : hint) }
}

/** Reads decimal digits once it is known in what they count. */
export function readBaseUnits(text: string, decimals: number): InputReading<bigint> {
  const reading = readUnits(text, decimals)
  if (reading.ok) return { ok: true, value: reading.amount }
  const type = reading.problem === 'too_many_decimals' ? 'decimal_max_places' : 'decimal_parsing'
  return invalidInput(type, reading.message)
}

/** Reads a whole number. */
export function readInteger(
  input: unknown,
  { min, max }: { readonly min: bigint; readonly max: bigint },
): InputReading<bigint> {
  const text = typeof input === 'string' ? input.trim() : wholeText(input)
  if (text === null || !/^-?\d{1,78}$/.test(text))
    return invalidInput('int_parsing', 'Give a whole number.')
  const value = BigInt(text)
  if (value < min) return invalidInput('greater_than_equal', `It must be ${min} or more.`)
  if (value > max) return invalidInput('less_than_equal', `It must be ${max} or less.`)
  return { ok: true, value }
}

/** Reads for how long something holds. */
export function readSeconds(input: unknown): InputReading<bigint> {
  return readInteger(input, { min: 1n, max: 1n << 40n })
}

/** Reads a list: a list, its JSON, or its items with commas between. */
export function readList<Value>(
  input: unknown,
  read: (item: unknown) => InputReading<Value>,
): InputReading<readonly Value[]> {
  const items = itemsOf(input)
  if (items === null)
    return invalidInput('list_type', 'Give a list: items with commas between, or JSON.')
  const values: Value[] = []
  for (const item of items) {
    const reading = read(item)
    if (!reading.ok) return { ...reading, msg: `Item ${values.length + 1}: ${reading.msg}` }
    values.push(reading.value)
  }
  return { ok: true, value: values }
}

function itemsOf(input: unknown): readonly unknown[] | null {
  if (Array.isArray(input)) return input
  if (typeof input !== 'string') return null
  const text = input.trim()
  if (text === '') return []
  if (!text.startsWith('[')) return text.split(',').map((item) => item.trim())
  const parsed = parseJsonText(text)
  return parsed.ok && Array.isArray(parsed.value) ? parsed.value : null
}

function readNetwork(input: unknown, names: NameTable): InputReading<bigint> {
  const text = typeof input === 'string' ? input.trim() : wholeText(input)
  const named = text === null ? undefined : names.get(text.toLowerCase())
  return readInteger(named?.text ?? text, { min: 0n, max: (1n << 160n) - 1n })
}

function readWord(input: unknown, isAccount: boolean, names: NameTable): InputReading<Hex> {
  const trimmed = typeof input === 'string' ? input.trim() : ''
  const text = names.get(trimmed.toLowerCase())?.text ?? trimmed
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return { ok: true, value: text.toLowerCase() as Hex }
  if (!isAccount || !isAddressText(text)) {
    return invalidInput('word', `Give 0x and 64 hex digits${isAccount ? ', or an address' : ''}.`)
  }
  const account = addressOf(text)
  if (!account.ok) return account
  return { ok: true, value: `0x${'0'.repeat(24)}${text.slice(2).toLowerCase()}` }
}

function readFlag(input: unknown): InputReading<boolean> {
  if (input === true || input === 'true') return { ok: true, value: true }
  if (input === false || input === 'false') return { ok: true, value: false }
  return invalidInput('bool_parsing', 'Give true or false.')
}

function readBytes(input: unknown, holds?: string): InputReading<Hex> {
  if (typeof input !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(input.trim())) {
    return invalidInput('bytes', 'Give 0x and two hex digits for each byte.')
  }
  const value = input.trim().toLowerCase() as Hex
  if (holds === undefined || isEncoded(parseAbiTuple(holds), value)) return { ok: true, value }
  return invalidInput('bytes', `Give the ABI encoding of ${holds}, without a selector.`)
}

function readRaw(input: unknown, type: string): InputReading {
  const isText = typeof input === 'string' && !/^(string|bytes\d*|address)$/.test(type)
  const parsed = isText ? parseJsonText(input) : ({ ok: true, value: input } as const)
  const value = parsed.ok
    ? abiValueOf(parseAbiTuple(`(${type})`).fields[0]!.type, parsed.value)
    : null
  return value === null ? invalidInput('raw', `Give ${type} as JSON.`) : { ok: true, value }
}

function parseJsonText(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** The shortest text of a number, where a float holds each of its digits. */
function numberText(input: unknown): string | null {
  if (typeof input !== 'number' || Object.is(input, -0)) return null
  const text = String(input)
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  if (Number.isInteger(input)) return Number.isSafeInteger(input) ? text : null
  return text.replace('.', '').replace(/^0+/, '').length <= exactDigits ? text : null
}

/** Decimal digits that a double gives back as they were written. */
const exactDigits = 15

function wholeText(input: unknown): string | null {
  return typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : null
}
