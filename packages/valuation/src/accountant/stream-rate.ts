import { printRounded } from '../base/ratio.ts'
import { bookedAssetsOf, type Stream } from './stream.ts'

const yearSeconds = 31_536_000n

/**
 * Works out what a stream that goes on as it does would give in a year, without putting it to work again.
 *
 * Dilution is not foreseen: who enters while gains vest shares them.
 *
 * @param atUnix - unix seconds.
 * @returns fraction as an exact decimal of 18 places, rounded half away from zero; 0 when nothing vests,
 * and from the end of the vesting on; null when there are no assets to give it on.
 */
export function forwardRateOf(stream: Stream, atUnix: bigint): string | null {
  const { vestingGains, vestingBookedAtUnix, vestingEndsAtUnix } = stream
  if (vestingGains === 0n || atUnix >= vestingEndsAtUnix || atUnix < vestingBookedAtUnix) return '0'
  const assets = bookedAssetsOf(stream)
  if (assets === 0n) return null
  const above = vestingGains * yearSeconds
  return printRounded({ above, below: (vestingEndsAtUnix - vestingBookedAtUnix) * assets }, 18)
}
