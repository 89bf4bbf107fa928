/**
 * Shortens an exact decimal for the eye: thousands apart, rounded half away from zero.
 *
 * @param text - exact decimal; a text of another shape is given back as it is.
 * @param places - digits after the dot at most; a value that would round to zero keeps its first digit.
 */
export function shortNumber(text: string, places: number): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '0', decimalsText = ''] = parts
  const lead = /^0*$/.test(whole) ? (/^0*(?=[1-9])/.exec(decimalsText)?.[0].length ?? 0) : 0
  const shownPlaces = lead >= places && lead > 0 ? lead + 1 : places
  const digits = `${whole}${decimalsText.slice(0, shownPlaces).padEnd(shownPlaces, '0')}`
  const rounded = BigInt(digits) + (Number(decimalsText[shownPlaces] ?? '0') >= 5 ? 1n : 0n)
  const all = String(rounded).padStart(shownPlaces + 1, '0')
  const shown = all.slice(0, all.length - shownPlaces).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = all.slice(all.length - shownPlaces).replace(/0+$/, '')
  const isZero = rounded === 0n
  return `${isZero ? '' : sign.replace('-', '−')}${shown}${fraction === '' ? '' : `.${fraction}`}`
}

/** Writes an exact decimal for a column: always so many digits after the dot. */
export function columnNumber(text: string, places: number): string {
  const short = shortNumber(text, places)
  if (!/^−?[\d,]+(?:\.\d+)?$/.test(short)) return short
  const [whole = '', fraction = ''] = short.split('.')
  return `${whole}.${fraction.padEnd(places, '0')}`
}

/** Writes an exact amount of US dollars: `$1,870.00`, `−$0.50`. */
export function dollarText(text: string): string {
  return columnNumber(text, 2).replace(/^(−?)(?=\d)/, '$1$')
}

/** Writes a served fraction as percent: 0.0155 is `1.55%`. */
export function percentText(fraction: number): string {
  return percentOf(plainText(fraction))
}

/** Writes an exact fraction as percent, to two places. */
export function percentOf(fraction: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(fraction)
  if (parts === null) return fraction
  const [, sign, whole, decimalsText = ''] = parts
  const padded = decimalsText.padEnd(2, '0')
  const moved = `${sign}${whole}${padded.slice(0, 2)}.${padded.slice(2)}`.replace(/\.$/, '')
  return `${columnNumber(moved.replace(/^(-?)0+(?=\d)/, '$1'), 2)}%`
}

/** Writes a number without an exponent. */
export function plainText(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '') : text
}

/** Writes an exact decimal with commas between thousands and a true minus; not one digit is lost. */
export function groupedNumber(text: string): string {
  const parts = /^([-+]?)(\d+)(\.\d+)?$/.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', fraction = ''] = parts
  return `${sign.replace('-', '−')}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`
}

/** Writes basis points as per cent, to the digit: 211.4831 is `2.114831`. */
export function percentOfBps(bps: string): string {
  const [, sign = '', whole = '0', fractionText = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(bps) ?? []
  const padded = whole.padStart(3, '0')
  const fraction = `${padded.slice(-2)}${fractionText}`.replace(/0+$/, '')
  return `${sign === '' ? '' : '−'}${padded.slice(0, -2)}${fraction === '' ? '' : `.${fraction}`}`
}
