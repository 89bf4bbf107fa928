import type { DecoderRules } from '@vaultwright/manager'
/**
 * Euler v2: vaults of the EVK and the connector (EVC), through which a sub-account may act.
 *
 * The connector forwards borrow, withdraw and redeem only; the inner selector is packed as an address.
 * Source: Euler Vault Kit and Ethereum Vault Connector; what the decoder packs was observed.
 */
export const eulerEvk = {
  decoder: 'EulerEVK',
  inherits: ['ERC4626'],
  functions: [
    { signature: 'borrow(uint256 amount, address receiver)', packs: 'receiver' },
    {
      signature:
        'call(address targetContract, address onBehalfOfAccount, uint256 value, bytes data)',
      packs: `targetContract, onBehalfOfAccount, uint160(selector(data)), selector(data) == 0x4b3fd148
        ? abi(data, 'borrow(uint256 amount, address receiver)').receiver
        : (abi(data, 'redeem(uint256 amount, address receiver, address owner)').receiver,
          abi(data, 'redeem(uint256 amount, address receiver, address owner)').owner)`,
      checks: [
        'selector(data) == 0x4b3fd148 || selector(data) == 0xb460af94 || selector(data) == 0xba087652',
      ],
    },
    { signature: 'disableCollateral(address account, address vault)', packs: 'account, vault' },
    { signature: 'disableController()', packs: '' },
    { signature: 'disableController(address account)', packs: 'account' },
    { signature: 'enableCollateral(address account, address vault)', packs: 'account, vault' },
    { signature: 'enableController(address account, address vault)', packs: 'account, vault' },
    { signature: 'repay(uint256 amount, address receiver)', packs: 'receiver' },
    { signature: 'repayWithShares(uint256 amount, address receiver)', packs: 'receiver' },
  ],
} as const satisfies DecoderRules
