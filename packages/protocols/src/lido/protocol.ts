import { zeroAddress } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { bridgeActions } from './bridge-action.ts'
import { lido, lidoStandardBridge } from './function.ts'

const wrapper = {
  kind: 'token',
  role: 'wrapper',
  describe: 'Wrapped stETH, whose balance does not grow by itself',
} as const satisfies TokenParameter

const queue = {
  kind: 'account',
  role: 'withdrawal_queue',
  describe: 'Withdrawal queue of Lido',
} as const satisfies AccountParameter

const anyId = { min: 0n, max: 2n ** 256n - 1n } as const
const rules = [lido] as const

const stake = defineAction({
  route: 'lido/stake',
  name: 'Stake',
  description: 'Stakes ETH for stETH.',
  sentence: 'Stake {amount} for {st_eth}',
  parameters: {
    st_eth: { kind: 'token', role: 'st_eth', describe: 'stETH' },
    amount: { kind: 'amount', unit: 'native', all: 'balance', describe: 'How much ETH to stake' },
  },
  signature: 'submit(address referral)',
  rules,
  target: 'st_eth',
  // Nobody is credited with what the vault stakes.
  arguments: () => [zeroAddress],
  sends: 'always',
  value: ({ amount }) => amount,
})

const wrap = defineAction({
  route: 'lido/wrap',
  name: 'Wrap stETH',
  description: 'Turns stETH into wstETH, whose balance does not grow by itself.',
  sentence: 'Wrap {amount} as {wrapper}',
  parameters: {
    wrapper,
    st_eth: {
      kind: 'token',
      fact: { of: 'wrapper', call: 'stETH()', returns: '(address)' },
      describe: 'stETH',
    },
    amount: { kind: 'amount', unit: 'st_eth', all: 'balance', describe: 'How much stETH to wrap' },
  },
  signature: 'wrap(uint256 _stETHAmount)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'st_eth', spender: 'wrapper', amount: 'amount' }],
})

const unwrap = defineAction({
  route: 'lido/unwrap',
  name: 'Unwrap wstETH',
  description: 'Turns wstETH back into stETH.',
  sentence: 'Unwrap {amount}',
  parameters: {
    wrapper,
    amount: {
      kind: 'amount',
      unit: 'wrapper',
      all: 'balance',
      describe: 'How much wstETH to unwrap',
    },
  },
  signature: 'unwrap(uint256 _wstETHAmount)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
})

const requestWithdrawals = defineAction({
  route: 'lido/request_withdrawals',
  name: 'Request withdrawals',
  description: 'Queues stETH for withdrawal; each request is an NFT of the vault.',
  sentence: 'Request withdrawals of {amounts} stETH from {withdrawal_queue}',
  parameters: {
    withdrawal_queue: queue,
    st_eth: {
      kind: 'token',
      fact: { of: 'withdrawal_queue', call: 'STETH()', returns: '(address)' },
      describe: 'stETH',
    },
    amounts: {
      kind: 'amounts',
      unit: { decimals: 18 },
      describe: 'stETH of each request; the queue takes at most 1000 in one',
    },
  },
  signature: 'requestWithdrawals(uint256[] _amounts, address _owner)',
  rules,
  target: 'withdrawal_queue',
  arguments: ({ amounts, self }) => [amounts, self],
  approvals: [{ token: 'st_eth', spender: 'withdrawal_queue', amount: 'amounts' }],
})

const claimWithdrawal = defineAction({
  route: 'lido/claim_withdrawal',
  name: 'Claim a withdrawal',
  description: 'Collects the ETH of one finalised request.',
  sentence: 'Claim withdrawal {request_id} from {withdrawal_queue}',
  parameters: {
    withdrawal_queue: queue,
    request_id: { kind: 'integer', ...anyId, describe: 'Number of the request' },
  },
  signature: 'claimWithdrawal(uint256 _requestId)',
  rules,
  target: 'withdrawal_queue',
  arguments: ({ request_id }) => [request_id],
})

const claimWithdrawals = defineAction({
  route: 'lido/claim_withdrawals',
  name: 'Claim withdrawals',
  description: 'Collects the ETH of several finalised requests.',
  sentence: 'Claim withdrawals {request_ids} from {withdrawal_queue}',
  parameters: {
    withdrawal_queue: queue,
    request_ids: {
      kind: 'integers',
      ...anyId,
      describe: 'Numbers of the requests in ascending order',
    },
    hints: {
      kind: 'integers',
      ...anyId,
      describe: 'One hint a request, as findCheckpointHints of the queue gives them',
    },
  },
  signature: 'claimWithdrawals(uint256[] _requestIds, uint256[] _hints)',
  rules,
  target: 'withdrawal_queue',
  arguments: ({ request_ids, hints }) => [request_ids, hints],
})

/** The actions of a strategist with Lido. */
const lidoActions = [
  stake,
  wrap,
  unwrap,
  requestWithdrawals,
  claimWithdrawal,
  claimWithdrawals,
] as const

/** Lido. */
export const protocol = {
  name: 'lido',
  title: 'Lido',
  appUrl: 'https://stake.lido.fi',
  decoders: [lido, lidoStandardBridge],
  actions: [...lidoActions, ...bridgeActions],
  price: 'rate',
} as const satisfies Protocol
