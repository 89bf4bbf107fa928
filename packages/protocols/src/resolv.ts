import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
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

const requests = { kind: 'account', describe: 'Request contract of Resolv' } as const

const requestId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Number of the request',
} as const

const requestMint = defineAction({
  route: 'resolv/request_mint',
  name: 'Request a mint',
  description: 'Asks Resolv to mint for a token; a keeper completes it.',
  sentence: 'Request a mint with {amount} for at least {minimum}',
  parameters: {
    requests,
    token: { kind: 'token', describe: 'Token to hand in' },
    minted: { kind: 'token', describe: 'Token of Resolv that is minted or burnt: USR or RLP' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to hand in' },
    minimum: { kind: 'minimum', unit: 'minted', describe: 'Minimum to receive' },
  },
  signature: 'requestMint(address _depositTokenAddress, uint256 _amount, uint256 _minMintAmount)',
  rules: [resolv],
  target: 'requests',
  arguments: ({ token, amount, minimum }) => [token, amount, minimum],
  approvals: [{ token: 'token', spender: 'requests', amount: 'amount' }],
})

const requestBurn = defineAction({
  route: 'resolv/request_burn',
  name: 'Request a burn',
  description: 'Asks Resolv to take its token back for another; a keeper completes it.',
  sentence: 'Request a burn of {amount} for at least {minimum}',
  parameters: {
    requests,
    burnt: { kind: 'token', describe: 'Token of Resolv that is minted or burnt: USR or RLP' },
    token: { kind: 'token', describe: 'Token to receive' },
    amount: { kind: 'amount', unit: 'burnt', all: 'balance', describe: 'How much to give back' },
    minimum: { kind: 'minimum', unit: 'token', describe: 'Minimum to receive' },
  },
  signature:
    'requestBurn(uint256 _issueTokenAmount, address _withdrawalTokenAddress, uint256 _minWithdrawalAmount)',
  rules: [resolv],
  target: 'requests',
  arguments: ({ token, amount, minimum }) => [amount, token, minimum],
  approvals: [{ token: 'burnt', spender: 'requests', amount: 'amount' }],
})

const cancelMint = defineAction({
  route: 'resolv/cancel_mint',
  name: 'Cancel a mint',
  description: 'Takes a request to mint back.',
  sentence: 'Cancel mint {request_id}',
  parameters: { requests, request_id: requestId },
  signature: 'cancelMint(uint256 _id)',
  rules: [resolv],
  target: 'requests',
  arguments: ({ request_id }) => [request_id],
})

const cancelBurn = defineAction({
  route: 'resolv/cancel_burn',
  name: 'Cancel a burn',
  description: 'Takes a request to burn back.',
  sentence: 'Cancel burn {request_id}',
  parameters: { requests, request_id: requestId },
  signature: 'cancelBurn(uint256 _id)',
  rules: [resolv],
  target: 'requests',
  arguments: ({ request_id }) => [request_id],
})

/** The actions of a strategist with Resolv. */
const resolvActions = [requestMint, requestBurn, cancelMint, cancelBurn] as const

/** Resolv. */
export const protocol = {
  name: 'resolv',
  title: 'Resolv',
  appUrl: null,
  decoders: [resolv],
  actions: resolvActions,
  price: 'rate',
  unquoted: {
    paid_later: ['request_mint', 'request_burn'],
  },
} as const satisfies Protocol
