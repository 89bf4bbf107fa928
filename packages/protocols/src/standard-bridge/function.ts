import type { DecoderRules } from '@vaultwright/manager'

/**
 * The native bridge of the OP Stack.
 *
 * Source: OP Stack StandardBridge, OptimismPortal.
 */
export const standardBridge = {
  decoder: 'StandardBridge',
  functions: [
    {
      signature:
        'bridgeERC20To(address _localToken, address _remoteToken, address _to, uint256 _amount, uint32 _minGasLimit, bytes _extraData)',
      packs: '_localToken, _remoteToken, _to',
    },
    { signature: 'bridgeETHTo(address _to, uint32 _minGasLimit, bytes _extraData)', packs: '_to' },
    {
      signature:
        'finalizeWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 value, uint256 gasLimit, bytes data) _tx)',
      packs: '_tx.sender, _tx.target',
    },
    {
      signature:
        'proveWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 value, uint256 gasLimit, bytes data) _tx, uint256 _disputeGameIndex, (bytes32 version, bytes32 stateRoot, bytes32 messagePasserStorageRoot, bytes32 latestBlockhash) _outputRootProof, bytes[] _withdrawalProof)',
      packs: '_tx.sender, _tx.target',
    },
  ],
} as const satisfies DecoderRules
