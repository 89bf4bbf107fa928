import type { DecoderRules } from '@vaultwright/manager'

/**
 * The native bridge of Scroll.
 *
 * Source: Scroll gateways, L1ScrollMessenger, L2ScrollMessenger.
 */
export const scrollBridge = {
  decoder: 'ScrollBridge',
  functions: [
    {
      signature: 'depositERC20(address _token, address _to, uint256 _amount, uint256 _gasLimit)',
      packs: '_token, _to',
    },
    {
      signature:
        'relayMessageWithProof(address _from, address _to, uint256 _value, uint256 _nonce, bytes _message, (uint256 batchIndex, bytes merkleProof) _proof)',
      packs: '_from, _to',
    },
    {
      signature: 'sendMessage(address _to, uint256 _value, bytes _message, uint256 _gasLimit)',
      packs: '_to',
    },
    {
      signature: 'withdrawERC20(address _token, address _to, uint256 _amount, uint256 _gasLimit)',
      packs: '_token, _to',
    },
  ],
} as const satisfies DecoderRules
