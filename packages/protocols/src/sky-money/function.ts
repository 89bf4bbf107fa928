import type { DecoderRules } from '@vaultwright/manager'

/**
 * Sky: DAI to USDS and the peg stability modules.
 *
 * Source: Sky DaiUsds, UsdsPsmWrapper.
 */
export const skyMoney = {
  decoder: 'SkyMoney',
  functions: [
    { signature: 'buyGem(address recipient, uint256 gemAmt)', packs: 'recipient' },
    { signature: 'daiToUsds(address recipient, uint256 wad)', packs: 'recipient' },
    { signature: 'sellGem(address recipient, uint256 gemAmt)', packs: 'recipient' },
    { signature: 'usdsToDai(address recipient, uint256 wad)', packs: 'recipient' },
  ],
} as const satisfies DecoderRules
