import { printUnits } from '@vaultwright/base'

/** A value, or what is wrong with the text that was given for it. */
export type SvmInput<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly type: string; readonly msg: string }

const largestAmount = (1n << 64n) - 1n

/** Reads an amount in display units exactly: no float touches it. */
export function readSvmAmount(input: unknown, decimals: number): SvmInput<bigint> {
  const text = typeof input === 'number' ? numberText(input) : input
  const match = typeof text === 'string' ? /^(0|[1-9]\d{0,39})(?:\.(\d{1,255}))?$/.exec(text) : null
  if (match === null) {
    return {
      ok: false,
      type: 'decimal_parsing',
      msg: 'Give decimal digits in display units, as a text: 1000 or 0.5. Leave it out where all is meant.',
    }
  }
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) {
    const msg = `It has ${fraction.length} decimals and the token has ${decimals}. Give fewer.`
    return { ok: false, type: 'decimal_max_places', msg }
  }
  const value = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (value > largestAmount) {
    return { ok: false, type: 'less_than_equal', msg: 'It does not fit into 64 bits. Give less.' }
  }
  if (value > 0n) return { ok: true, value }
  return { ok: false, type: 'greater_than', msg: 'It is zero. Give more.' }
}

/** Reads a whole number within a range. */
export function readSvmInteger(input: unknown, min: number, max: number): SvmInput<number> {
  const text = typeof input === 'number' ? String(input) : input
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,9})$/.test(text)) {
    return { ok: false, type: 'int_parsing', msg: `Give a whole number from ${min} to ${max}.` }
  }
  const value = Number(text)
  if (value > max) return { ok: false, type: 'less_than_equal', msg: `It must be ${max} or less.` }
  if (value >= min) return { ok: true, value }
  return { ok: false, type: 'greater_than_equal', msg: `It must be ${min} or more.` }
}

/** Prints an amount for a sentence: thousands apart. */
export function printSvmAmount(amount: bigint, decimals: number): string {
  const [whole = '', fraction] = printUnits(amount, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Decimal digits that a double gives back as they were written. */
const exactDigits = 15

function numberText(input: number): string | null {
  const text = String(input)
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  return text.replace('.', '').replace(/^0+/, '').length <= exactDigits ? text : null
}
