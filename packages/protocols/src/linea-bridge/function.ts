import type { DecoderRules } from '@vaultwright/manager'

/**
 * The native bridge of Linea.
 *
 * Source: Linea TokenBridge, L1MessageService, L2MessageService.
 */
export const lineaBridge = {
  decoder: 'LineaBridge',
  functions: [
    {
      signature: 'bridgeToken(address _token, uint256 _amount, address _recipient)',
      packs: '_token, _recipient',
    },
    {
      signature:
        'claimMessage(address _from, address _to, uint256 _fee, uint256 _value, address _feeRecipient, bytes _calldata, uint256 _nonce)',
      packs: '_from, _to, _feeRecipient',
    },
    {
      signature:
        'claimMessageWithProof((bytes32[] proof, uint256 messageNumber, uint32 leafIndex, address from, address to, uint256 fee, uint256 value, address feeRecipient, bytes32 merkleRoot, bytes data) _claimMessageWithProof)',
      packs:
        '_claimMessageWithProof.from, _claimMessageWithProof.to, _claimMessageWithProof.feeRecipient',
    },
    { signature: 'sendMessage(address _to, uint256 _fee, bytes _calldata)', packs: '_to' },
  ],
} as const satisfies DecoderRules
