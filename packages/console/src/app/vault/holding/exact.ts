import { printUnits } from '@vaultwright/base'

/** Adds exact decimals up. */
export function sumOf(texts: readonly string[]): string {
  const places = Math.max(0, ...texts.map(placesOf))
  return printUnits(
    texts.reduce((sum, text) => sum + unitsOf(text, places), 0n),
    places,
  )
}

/** Multiplies two exact decimals. */
export function productOf(left: string, right: string): string {
  const [places, rightPlaces] = [placesOf(left), placesOf(right)]
  return printUnits(unitsOf(left, places) * unitsOf(right, rightPlaces), places + rightPlaces)
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function unitsOf(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(places, '0')}`)
}
