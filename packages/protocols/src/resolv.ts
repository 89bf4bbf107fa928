import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * USR, stUSR, wstUSR and RLP of Resolv.
 *
 * Source: Resolv ExternalRequestsManager, redemption extension, StUSR, WstUSR.
 */
export const resolv = {
  decoder: 'Resolv',
  inherits: ['ERC4626'],
  functions: [
    { signature: 'cancelBurn(uint256 _id)', packs: '' },
    { signature: 'cancelMint(uint256 _id)', packs: '' },
    { signature: 'deposit(uint256 _usrAmount)', packs: '' },
    {
      signature:
        'redeem(uint256 _amount, address _receiver, address _withdrawalTokenAddress, uint256 _minExpectedAmount)',
      packs: '_receiver, _withdrawalTokenAddress',
    },
    {
      signature:
        'requestBurn(uint256 _issueTokenAmount, address _withdrawalTokenAddress, uint256 _minWithdrawalAmount)',
      packs: '_withdrawalTokenAddress',
    },
    {
      signature:
        'requestMint(address _depositTokenAddress, uint256 _amount, uint256 _minMintAmount)',
      packs: '_depositTokenAddress',
    },
    { signature: 'unwrap(uint256 _wstUSRAmount)', packs: '' },
    { signature: 'withdraw(uint256 _usrAmount)', packs: '' },
    { signature: 'wrap(uint256 _stUSRAmount)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Resolv. */
export const protocol = {
  name: 'resolv',
  title: 'Resolv',
  appUrl: null,
  decoders: [resolv],
  actions: [],
} as const satisfies Protocol
