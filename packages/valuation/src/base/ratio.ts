import { printUnits } from '@vaultwright/base'

/** Of ten, as far as prices are printed; others are made when they are needed. */
const powers = Array.from({ length: 65 }, (_, places) => 10n ** BigInt(places))

/** An exact fraction, not reduced. */
export type Ratio = {
  readonly above: bigint
  /** Above zero. */
  readonly below: bigint
}

/** One. */
export const whole: Ratio = { above: 1n, below: 1n }

/** Reads an exact decimal as a fraction. */
export function parseRatio(text: string): Ratio {
  const point = text.indexOf('.')
  if (point < 0) return { above: BigInt(text), below: 1n }
  const fraction = text.slice(point + 1)
  return { above: BigInt(text.slice(0, point) + fraction), below: powerOfTen(fraction.length) }
}

/** Multiplies two fractions. */
export function productOf(one: Ratio, other: Ratio): Ratio {
  return { above: one.above * other.above, below: one.below * other.below }
}

/** Turns a fraction over. */
export function inverseOf({ above, below }: Ratio): Ratio {
  return { above: below, below: above }
}

/** Prints a fraction cut off after some decimal places, toward zero. */
export function printTruncated({ above, below }: Ratio, places: number): string {
  return printUnits((above * powerOfTen(places)) / below, places)
}

/** Prints a fraction rounded to some decimal places, half away from zero. */
export function printRounded({ above, below }: Ratio, places: number): string {
  const size = above < 0n ? -above : above
  const rounded = (2n * size * powerOfTen(places) + below) / (2n * below)
  return printUnits(above < 0n ? -rounded : rounded, places)
}

/** Multiplies two exact decimals, exactly. */
export function printProduct(one: string, other: string): string {
  const product = productOf(parseRatio(one), parseRatio(other))
  return printTruncated(product, String(product.below).length - 1)
}

/** Reads an exact decimal as units of its last place that counts. */
export function unitsOf(text: string, places: number): bigint {
  const point = text.indexOf('.')
  if (point < 0) return BigInt(text) * powerOfTen(places)
  const more = places - (text.length - point - 1)
  const digits = BigInt(text.slice(0, point) + text.slice(point + 1))
  return more < 0 ? digits / powerOfTen(-more) : digits * powerOfTen(more)
}

/** Ten to a power. @param places - from 0. */
export function powerOfTen(places: number): bigint {
  return powers[places] ?? 10n ** BigInt(places)
}
