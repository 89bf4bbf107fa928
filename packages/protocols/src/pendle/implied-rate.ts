const wad = 10n ** 18n
const scale = 10n ** 36n
const yearSeconds = 365n * 86_400n
/** Beyond it the price has no digit that is not zero. */
const mostExponent = 40n * scale

/**
 * Works out what one PT is worth from the rate that the last trade of its market implies: e^(-rate * time).
 *
 * Source: Pendle, MarketMathCore: the implied rate is the natural logarithm of a year's growth.
 *
 * @returns in the accounting asset, 18 decimals, rounded down; 0 when it is too little to say.
 */
export function ptRateOf(lnRate: bigint, seconds: bigint): bigint {
  if (seconds <= 0n || lnRate <= 0n) return wad
  const exponent = (lnRate * seconds * (scale / wad)) / yearSeconds
  if (exponent > mostExponent) return 0n
  let sum = scale
  let term = scale
  for (let step = 1n; term > 0n; step += 1n) {
    term = (term * exponent) / (scale * step)
    sum += term
  }
  return (scale * wad) / sum
}
