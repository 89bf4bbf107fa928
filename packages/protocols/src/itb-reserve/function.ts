import type { DecoderRules } from '@vaultwright/manager'
/**
 * ITB positions in Reserve's baskets.
 *
 * Source: IntoTheBlock position managers; what the decoder packs was observed.
 */
export const itbReserve = {
  decoder: 'ITBReserve',
  inherits: [],
  functions: [
    { signature: 'assemble(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'disassemble(uint256 _amount, uint256[] _minOut)', packs: '' },
    { signature: 'fullDisassemble(uint256[] _minOut)', packs: '' },
    { signature: 'mint(uint256 _amount)', packs: '' },
    { signature: 'redeem(uint256 _amount, uint256[] _minOut)', packs: '' },
    {
      signature:
        'redeemCustom(uint256 _amount, uint48[] _basket_nonces, uint192[] _portions, address[] _expected_tokens_out, uint256[] _min_amounts)',
      packs: '_expected_tokens_out[]',
    },
    { signature: 'updatePositionConfig(address _main)', packs: '_main' },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions as older decoders read them: the token that is withdrawn is packed.
 *
 * Source: the entries of leaves that trees still carry.
 */
export const itbBasePositionWithAsset = {
  decoder: 'ITBBasePosition',
  version: 'asset packed',
  inherits: [],
  functions: [
    { signature: 'withdraw(address _asset, uint256 _amount)', packs: '_asset' },
    { signature: 'withdrawAll(address _asset)', packs: '_asset' },
  ],
} as const satisfies DecoderRules
