import type { DecoderRules } from '@vaultwright/manager'

/**
 * Liquid staking of Lido: stETH, wstETH and the withdrawal queue.
 *
 * Source: Lido, WstETH, WithdrawalQueueERC721.
 */
export const lido = {
  decoder: 'Lido',
  functions: [
    { signature: 'claimWithdrawal(uint256 _requestId)', packs: '' },
    { signature: 'claimWithdrawals(uint256[] _requestIds, uint256[] _hints)', packs: '' },
    { signature: 'requestWithdrawals(uint256[] _amounts, address _owner)', packs: '_owner' },
    { signature: 'submit(address referral)', packs: 'referral' },
    { signature: 'unwrap(uint256 _wstETHAmount)', packs: '' },
    { signature: 'wrap(uint256 _stETHAmount)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * The bridge of wstETH to rollups of the OP Stack.
 *
 * Source: Lido L1ERC20TokenBridge, L2ERC20TokenBridge; OP Stack OptimismPortal.
 */
export const lidoStandardBridge = {
  decoder: 'LidoStandardBridge',
  functions: [
    {
      signature:
        'depositERC20To(address _localToken, address _remoteToken, address _to, uint256 _amount, uint32 _minGasLimit, bytes _extraData)',
      packs: '_localToken, _remoteToken, _to',
    },
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
    {
      signature:
        'withdrawTo(address _localToken, address _to, uint256 _amount, uint32 _minGasLimit, bytes _extraData)',
      packs: '_localToken, _to',
    },
  ],
} as const satisfies DecoderRules
