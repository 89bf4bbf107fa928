import type { Known } from '@vaultwright/valuation'

/** Prints a fraction in hundreds, as people speak of yield. */
export function printPercent(fraction: string): string {
  const sign = fraction.startsWith('-') ? '-' : ''
  const [whole = '0', part = ''] = fraction.replace('-', '').split('.')
  const digits = `${whole}${part.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const places = part.slice(2, 6).replace(/0+$/, '')
  const told = places === '' ? digits : `${digits}.${places}`
  return `${/[1-9]/.test(told) ? sign : ''}${told} %`
}

/** Prints a fraction of a year, or why there is none. */
export function printYield({ value, reason }: Known<string>): string {
  return value === null ? printUnknown(reason) : `${printPercent(value)}  (${value})`
}

/** Prints an amount, or why there is none. */
export function printAmount({ value, reason }: Known<string>, unit: string): string {
  return value === null ? printUnknown(reason) : `${value} ${unit}`.trimEnd()
}

/** Prints that something is not known. */
export function printUnknown(reason: string): string {
  return `not known: ${reason}`
}
