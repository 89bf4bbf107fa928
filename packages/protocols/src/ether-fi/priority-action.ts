import { defineAction } from '../action/action.ts'
import { etherFi } from './function.ts'

const queue = { kind: 'account', describe: 'Priority withdrawal queue of ether.fi' } as const

const minimum = {
  kind: 'minimum',
  unit: { decimals: 18 },
  describe: 'Minimum ETH to receive',
} as const

const amount = {
  kind: 'amount',
  unit: { decimals: 18 },
  describe: 'eETH of the request, as its event tells',
} as const

const shares = {
  kind: 'amount',
  unit: { decimals: 18 },
  describe: 'Shares of the request, as its event tells',
} as const

const minimumParameter = {
  kind: 'minimum',
  unit: { decimals: 18 },
  describe: 'Minimum ETH of the request, as its event tells',
} as const

const nonce = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 32n - 1n,
  describe: 'Number of the request, as its event tells',
} as const

const creationTime = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 32n - 1n,
  describe: 'When the request was made: unix seconds, as its event tells',
} as const

const depositToken = defineAction({
  route: 'ether_fi/deposit_token',
  name: 'Deposit a token',
  description: 'Hands a liquid staking token in for eETH.',
  sentence: 'Deposit {amount} into {liquifier}',
  parameters: {
    liquifier: { kind: 'account', role: 'liquifier', describe: 'Liquifier of ether.fi' },
    token: { kind: 'token', describe: 'Liquid staking token, such as stETH' },
    referral: { kind: 'account', describe: 'Who referred the deposit; the zero address for none' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to deposit' },
  },
  signature: 'depositWithERC20(address _token, uint256 _amount, address _referral)',
  rules: [etherFi],
  target: 'liquifier',
  arguments: ({ token, referral, amount }) => [token, amount, referral],
  approvals: [{ token: 'token', spender: 'liquifier', amount: 'amount' }],
})

const requestPriority = defineAction({
  route: 'ether_fi/request_priority',
  name: 'Request a priority withdrawal',
  description: 'Queues eETH for withdrawal at a minimum of ETH.',
  sentence: 'Request withdrawal of {amount} for at least {minimum}',
  parameters: {
    queue,
    e_eth: {
      kind: 'token',
      fact: { of: 'queue', call: 'eETH()', returns: '(address)' },
      describe: 'eETH',
    },
    amount: {
      kind: 'amount',
      unit: 'e_eth',
      all: 'balance',
      describe: 'How much eETH to withdraw',
    },
    minimum,
  },
  signature: 'requestWithdraw(uint96 amountOfEEth, uint96 minAmountOut)',
  rules: [etherFi],
  target: 'queue',
  arguments: ({ amount, minimum }) => [amount, minimum],
  approvals: [{ token: 'e_eth', spender: 'queue', amount: 'amount' }],
})

const requestPriorityWrapped = defineAction({
  route: 'ether_fi/request_priority_wrapped',
  name: 'Request a priority withdrawal of weETH',
  description: 'Queues weETH for withdrawal at a minimum of ETH.',
  sentence: 'Request withdrawal of {amount} for at least {minimum}',
  parameters: {
    queue,
    we_eth: {
      kind: 'token',
      fact: { of: 'queue', call: 'weETH()', returns: '(address)' },
      describe: 'weETH',
    },
    amount: {
      kind: 'amount',
      unit: 'we_eth',
      all: 'balance',
      describe: 'How much weETH to withdraw',
    },
    minimum,
  },
  signature: 'requestWithdrawWithWeETH(uint96 weEthAmount, uint96 minAmountOut)',
  rules: [etherFi],
  target: 'queue',
  arguments: ({ amount, minimum }) => [amount, minimum],
  approvals: [{ token: 'we_eth', spender: 'queue', amount: 'amount' }],
})

const cancelPriority = defineAction({
  route: 'ether_fi/cancel_priority',
  name: 'Cancel a priority withdrawal',
  description: 'Takes the eETH of a queued request back.',
  sentence: 'Cancel the withdrawal of {amount} eETH, number {nonce}',
  parameters: {
    queue,
    amount,
    shares,
    minimum: minimumParameter,
    nonce,
    creation_time: creationTime,
  },
  signature:
    'cancelWithdraw((address user, uint96 amountOfEEth, uint96 shareOfEEth, uint96 minAmountOut, uint32 nonce, uint32 creationTime) request)',
  rules: [etherFi],
  target: 'queue',
  arguments: ({ amount, shares, minimum, nonce, creation_time, self }) => [
    [self, amount, shares, minimum, nonce, creation_time],
  ],
})

const claimPriority = defineAction({
  route: 'ether_fi/claim_priority',
  name: 'Claim a priority withdrawal',
  description: 'Collects the ETH of a request that is fulfilled.',
  sentence: 'Claim the withdrawal of {amount} eETH, number {nonce}',
  parameters: {
    queue,
    amount,
    shares,
    minimum: minimumParameter,
    nonce,
    creation_time: creationTime,
  },
  signature:
    'claimWithdraw((address user, uint96 amountOfEEth, uint96 shareOfEEth, uint96 minAmountOut, uint32 nonce, uint32 creationTime) request)',
  rules: [etherFi],
  target: 'queue',
  arguments: ({ amount, shares, minimum, nonce, creation_time, self }) => [
    [self, amount, shares, minimum, nonce, creation_time],
  ],
})

/** The Liquifier and the priority withdrawal queue. */
export const priorityActions = [
  depositToken,
  requestPriority,
  requestPriorityWrapped,
  cancelPriority,
  claimPriority,
] as const
