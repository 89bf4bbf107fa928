import type { DecoderRules } from '@vaultwright/manager'

/** A swap, as path 1 takes it. */
export const swapTuple =
  '(address base, address quote, uint256 poolIdx, bool isBuy, bool inBaseQty, uint128 qty, uint16 tip, uint128 limitPrice, uint128 minOut, uint8 reserveFlags)'
/** A change of a position, as paths 2 and 128 take it. */
export const positionTuple =
  '(uint8 code, address base, address quote, uint256 poolIdx, int24 bidTick, int24 askTick, uint128 liq, uint128 limitLower, uint128 limitHigher, uint8 reserveFlags, address lpConduit)'

/**
 * Ambient: swaps and positions go through one function that names its path by a number.
 *
 * Path 1 swaps; paths 2 and 128 change a position, on older and newer deployments.
 * Source: CrocSwap DEX, call paths; what the decoder packs was observed.
 */
export const ambient = {
  decoder: 'Ambient',
  inherits: [],
  functions: [
    {
      signature:
        'swap(address base, address quote, uint256 poolIdx, bool isBuy, bool inBaseQty, uint128 qty, uint16 tip, uint128 limitPrice, uint128 minOut, uint8 reserveFlags)',
      packs: 'base, quote',
    },
    {
      signature: 'userCmd(uint16 callpath, bytes cmd)',
      packs:
        'callpath == 1 ? (swapped.base, swapped.quote) : (moved.base, moved.quote, moved.lpConduit)',
      checks: [
        'callpath == 1 || callpath == 2 || callpath == 128 else AmbientDecoderAndSanitizer__UnsupportedCallPath',
      ],
      let: { swapped: `abi(cmd, '${swapTuple}')`, moved: `abi(cmd, '${positionTuple}')` },
    },
  ],
} as const satisfies DecoderRules
