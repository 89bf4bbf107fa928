import type { DecoderRules } from '@vaultwright/manager'

/**
 * Liquid staking of Mantle (mETH).
 *
 * Source: Mantle LSP Staking.
 */
export const mantle = {
  decoder: 'Mantle',
  functions: [
    { signature: 'claimUnstakeRequest(uint256 unstakeRequestID)', packs: '' },
    { signature: 'stake(uint256 minMETHAmount)', packs: '' },
    { signature: 'unstakeRequest(uint128 methAmount, uint128 minETHAmount)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * The native bridge of Mantle, where ETH is a token and MNT pays for gas.
 *
 * Source: Mantle L1StandardBridge, L2StandardBridge, OptimismPortal.
 */
export const mantleStandardBridge = {
  decoder: 'MantleStandardBridge',
  functions: [
    {
      signature: 'bridgeETHTo(uint256 _amount, address _to, uint32 _minGasLimit, bytes _extraData)',
      packs: '_to',
    },
    {
      signature:
        'finalizeWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 mntValue, uint256 ethValue, uint256 gasLimit, bytes data) _tx)',
      packs: '_tx.sender, _tx.target',
    },
    {
      signature:
        'proveWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 mntValue, uint256 ethValue, uint256 gasLimit, bytes data) _tx, uint256 _l2OutputIndex, (bytes32 version, bytes32 stateRoot, bytes32 messagePasserStorageRoot, bytes32 latestBlockhash) _outputRootProof, bytes[] _withdrawalProof)',
      packs: '_tx.sender, _tx.target',
    },
  ],
} as const satisfies DecoderRules
