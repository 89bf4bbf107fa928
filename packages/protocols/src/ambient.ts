import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

const swap =
  '(address base, address quote, uint256 poolIdx, bool isBuy, bool inBaseQty, uint128 qty, uint16 tip, uint128 limitPrice, uint128 minOut, uint8 reserveFlags)'
const position =
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
      let: { swapped: `abi(cmd, '${swap}')`, moved: `abi(cmd, '${position}')` },
    },
  ],
} as const satisfies DecoderRules

/** Ambient. */
export const protocol = {
  name: 'ambient',
  title: 'Ambient',
  appUrl: null,
  decoders: [ambient],
  actions: [],
} as const satisfies Protocol
