import { zeroAddress } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'

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

/** What a strategist can do with Lido. */
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
  actions: lidoActions,
} as const satisfies Protocol
