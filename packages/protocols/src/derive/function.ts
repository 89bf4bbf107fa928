import type { DecoderRules } from '@vaultwright/manager'

/**
 * Derive: staking of DRV, and the bridge into its chain, whose extra data names two more accounts.
 *
 * Source: Derive staking and Socket vaults; what the decoder packs was observed.
 */
export const derive = {
  decoder: 'Derive',
  inherits: [],
  functions: [
    {
      signature:
        'bridge(address receiver_, uint256 amount_, uint256 msgGasLimit_, address connector_, bytes extraData_, bytes options_)',
      packs:
        "receiver_, connector_, abi(extraData_, '(address first, address second)').first, abi(extraData_, '(address first, address second)').second",
      checks: ['length(options_) == 0'],
    },
    { signature: 'cancelRedeem(uint256 redeemIndex)', packs: '' },
    { signature: 'claimAll()', packs: '' },
    { signature: 'finalizeRedeem(uint256 redeemIndex)', packs: '' },
    { signature: 'redeem(uint256 amount, uint256 duration)', packs: '' },
    { signature: 'retry(address connector_, bytes32 messageId_)', packs: 'connector_' },
  ],
} as const satisfies DecoderRules

/**
 * The way out of Derive's chain.
 *
 * Source: Socket controllers of Derive; what the decoder packs was observed.
 */
export const deriveWithdraw = {
  decoder: 'DeriveWithdraw',
  inherits: [],
  functions: [
    {
      signature:
        'bridge(address receiver_, uint256 amount_, uint256 msgGasLimit_, address connector_, bytes extraData_, bytes options_)',
      packs: 'receiver_, connector_',
      checks: ['length(extraData_) == 0', 'length(options_) == 0'],
    },
    {
      signature:
        'withdrawFromAppChain(address receiver_, uint256 burnAmount_, uint256 msgGasLimit_, address connector_)',
      packs: 'receiver_, connector_',
    },
    {
      signature:
        'withdrawToChain(address token, uint256 amount, address recipient, address socketController, address connector, uint256 gasLimit)',
      packs: 'token, recipient, socketController, connector',
    },
  ],
} as const satisfies DecoderRules
