import { printUnits, wholeBps } from '@vaultwright/base'

const places = 4n

/**
 * Prints a share in basis points with up to four places, rounded up: a loss is never told smaller.
 *
 * @param part - negative for a gain.
 * @param whole - above zero.
 */
export function printBps(part: bigint, whole: bigint): string {
  const scaled = part * wholeBps * 10n ** places
  const floor = scaled / whole
  const isExact = floor * whole === scaled
  return printUnits(isExact || scaled < 0n ? floor : floor + 1n, Number(places))
}

/** Prints basis points as per cent with two places, rounded up: `2.12`. */
export function printPercent(part: bigint, whole: bigint): string {
  const scaled = part * wholeBps
  const floor = scaled / whole
  const hundredths = floor * whole === scaled || scaled < 0n ? floor : floor + 1n
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
