import type { DecoderRules } from '@vaultwright/manager'

/**
 * Wrapping and unwrapping of the native coin.
 *
 * Source: WETH9.
 */
export const nativeWrapper = {
  decoder: 'NativeWrapper',
  functions: [
    { signature: 'deposit()', packs: '' },
    { signature: 'withdraw(uint256 wad)', packs: '' },
  ],
} as const satisfies DecoderRules
