import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { etherFi, weEth } from './function.ts'
import { priorityActions } from './priority-action.ts'

const pool = {
  kind: 'account',
  role: 'liquidity_pool',
  describe: 'Liquidity pool of ether.fi',
} as const satisfies AccountParameter

const wrapper = {
  kind: 'token',
  role: 'wrapper',
  describe: 'weETH, the wrapped eETH',
} as const satisfies TokenParameter

const rules = [etherFi] as const

const stake = defineAction({
  route: 'ether_fi/stake',
  name: 'Stake',
  description: 'Stakes ETH for eETH.',
  sentence: 'Stake {amount} in {liquidity_pool}',
  parameters: {
    liquidity_pool: pool,
    amount: { kind: 'amount', unit: 'native', all: 'balance', describe: 'How much ETH to stake' },
  },
  signature: 'deposit()',
  rules,
  target: 'liquidity_pool',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

const wrap = defineAction({
  route: 'ether_fi/wrap',
  name: 'Wrap eETH',
  description: 'Turns eETH into weETH, whose balance does not grow by itself.',
  sentence: 'Wrap {amount} as {wrapper}',
  parameters: {
    wrapper,
    e_eth: {
      kind: 'token',
      fact: { of: 'wrapper', call: 'eETH()', returns: '(address)' },
      describe: 'eETH',
    },
    amount: { kind: 'amount', unit: 'e_eth', all: 'balance', describe: 'How much eETH to wrap' },
  },
  signature: 'wrap(uint256 eETHAmount)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'e_eth', spender: 'wrapper', amount: 'amount' }],
})

const unwrap = defineAction({
  route: 'ether_fi/unwrap',
  name: 'Unwrap weETH',
  description: 'Turns weETH back into eETH.',
  sentence: 'Unwrap {amount}',
  parameters: {
    wrapper,
    amount: {
      kind: 'amount',
      unit: 'wrapper',
      all: 'balance',
      describe: 'How much weETH to unwrap',
    },
  },
  signature: 'unwrap(uint256 weETHAmount)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
})

const requestWithdraw = defineAction({
  route: 'ether_fi/request_withdraw',
  name: 'Request a withdrawal',
  description: 'Queues eETH for withdrawal; the request is an NFT of the vault.',
  sentence: 'Request withdrawal of {amount} from {liquidity_pool}',
  parameters: {
    liquidity_pool: pool,
    e_eth: {
      kind: 'token',
      fact: { of: 'liquidity_pool', call: 'eETH()', returns: '(address)' },
      describe: 'eETH',
    },
    amount: {
      kind: 'amount',
      unit: 'e_eth',
      all: 'balance',
      describe: 'How much eETH to withdraw',
    },
  },
  signature: 'requestWithdraw(address _addr, uint256 amount)',
  rules,
  target: 'liquidity_pool',
  arguments: ({ self, amount }) => [self, amount],
  approvals: [{ token: 'e_eth', spender: 'liquidity_pool', amount: 'amount' }],
})

const claimWithdraw = defineAction({
  route: 'ether_fi/claim_withdraw',
  name: 'Claim a withdrawal',
  description: 'Collects the ETH of one finalised request.',
  sentence: 'Claim withdrawal {request_id} from {withdraw_request_nft}',
  parameters: {
    withdraw_request_nft: {
      kind: 'account',
      role: 'withdraw_request_nft',
      describe: 'NFT contract of withdrawal requests',
    },
    request_id: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the request',
    },
  },
  signature: 'claimWithdraw(uint256 tokenId)',
  rules,
  target: 'withdraw_request_nft',
  arguments: ({ request_id }) => [request_id],
})

/** The actions of a strategist with ether.fi. */
const etherFiActions = [
  stake,
  wrap,
  unwrap,
  requestWithdraw,
  claimWithdraw,
  ...priorityActions,
] as const

/** ether.fi. */
export const protocol = {
  name: 'ether_fi',
  title: 'ether.fi',
  appUrl: 'https://app.ether.fi',
  decoders: [etherFi, weEth],
  actions: etherFiActions,
  price: 'rate',
  unquoted: {
    paid_later: [
      'request_priority',
      'request_priority_wrapped',
      'cancel_priority',
      'claim_priority',
    ],
  },
} as const satisfies Protocol
