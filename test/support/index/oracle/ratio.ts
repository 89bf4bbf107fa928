/** An exact fraction of whole numbers; the denominator is above zero. */
export type Ratio = { readonly over: bigint; readonly under: bigint }

/** Makes a fraction. @param under - not zero. */
export function ratio(over: bigint, under = 1n): Ratio {
  if (under === 0n) throw new Error('A fraction has no value over nothing.')
  const shared = divisorOf(over < 0n ? -over : over, under < 0n ? -under : under) || 1n
  const sign = under < 0n ? -1n : 1n
  return { over: (sign * over) / shared, under: (sign * under) / shared }
}

/** Nothing. */
export const nought = ratio(0n)
/** One whole. */
export const whole = ratio(1n)

/** Adds fractions up. */
export function sum(parts: readonly Ratio[]): Ratio {
  return parts.reduce(
    (left, right) =>
      ratio(left.over * right.under + right.over * left.under, left.under * right.under),
    nought,
  )
}

/** Takes the right from the left. */
export function less(left: Ratio, right: Ratio): Ratio {
  return sum([left, ratio(-right.over, right.under)])
}

/** Multiplies fractions. */
export function product(...parts: readonly Ratio[]): Ratio {
  return parts.reduce(
    (left, right) => ratio(left.over * right.over, left.under * right.under),
    whole,
  )
}

/** Divides the left by the right. */
export function quotient(left: Ratio, right: Ratio): Ratio {
  return ratio(left.over * right.under, left.under * right.over)
}

/** Without its sign. */
export function sizeOf(value: Ratio): Ratio {
  return ratio(value.over < 0n ? -value.over : value.over, value.under)
}

/** Base units of a token as whole units. */
export function unitsOf(amount: bigint, decimals: number): Ratio {
  return ratio(amount, 10n ** BigInt(decimals))
}

/** Reads a decimal, `-12.5`. */
export function parseRatio(text: string): Ratio {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) throw new Error(`${text} is not a decimal.`)
  const [, sign, wholes, places = ''] = match
  const size = ratio(BigInt(`${wholes}${places}`), 10n ** BigInt(places.length))
  return sign === '-' ? ratio(-size.over, size.under) : size
}

/** Prints what a denominator of twos and fives allows without an end; anything else is a mistake of the test. */
export function printExact(value: Ratio): string {
  for (let places = 0; places <= 120; places++) {
    const scaled = value.over * 10n ** BigInt(places)
    if (scaled % value.under === 0n) return printScaled(scaled / value.under, places)
  }
  throw new Error('This fraction has no end as a decimal.')
}

/** Prints with so many places, cut off toward zero. */
export function printCut(value: Ratio, places: number): string {
  return printScaled((value.over * 10n ** BigInt(places)) / value.under, places)
}

/** Prints with so many places, half away from zero. */
export function printRounded(value: Ratio, places: number): string {
  const size = value.over < 0n ? -value.over : value.over
  const rounded = (2n * size * 10n ** BigInt(places) + value.under) / (2n * value.under)
  return printScaled(value.over < 0n ? -rounded : rounded, places)
}

function printScaled(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const wholes = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  const text = fraction === '' ? wholes : `${wholes}.${fraction}`
  return value < 0n ? `-${text}` : text
}

function divisorOf(left: bigint, right: bigint): bigint {
  let [larger, smaller] = [left, right]
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}
