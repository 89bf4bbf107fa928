import { zeroAddress } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import type { AccountParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { eigenLayer } from './function.ts'
import { legacyActions } from './legacy-action.ts'

const manager = {
  kind: 'account',
  describe: 'Strategy manager of EigenLayer',
} as const satisfies AccountParameter

const delegation = {
  kind: 'account',
  describe: 'Delegation manager of EigenLayer',
} as const satisfies AccountParameter

const coordinator = {
  kind: 'account',
  describe: 'Rewards coordinator of EigenLayer',
} as const satisfies AccountParameter

const strategy = {
  kind: 'account',
  describe: 'Strategy that holds the token',
} as const satisfies AccountParameter

/** Strategies count in shares of their own, which no token stands for. */
const shares = {
  kind: 'amount',
  unit: { decimals: 0 },
  describe: 'Shares of the strategy, in base units',
} as const

const noHash = `0x${'00'.repeat(32)}` as const
const rules = [eigenLayer] as const

const deposit = defineAction({
  route: 'eigen_layer/deposit',
  name: 'Deposit',
  description: 'Restakes a token in a strategy.',
  sentence: 'Deposit {amount} into {strategy}',
  parameters: {
    strategy_manager: manager,
    strategy,
    token: { kind: 'token', describe: 'Token to restake' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to restake' },
  },
  signature: 'depositIntoStrategy(address strategy, address token, uint256 amount)',
  rules,
  target: 'strategy_manager',
  arguments: ({ strategy, token, amount }) => [strategy, token, amount],
  approvals: [{ token: 'token', spender: 'strategy_manager', amount: 'amount' }],
})

const delegate = defineAction({
  route: 'eigen_layer/delegate',
  name: 'Delegate',
  description: 'Delegates all that is restaked to an operator.',
  sentence: 'Delegate to {operator}',
  parameters: {
    delegation_manager: delegation,
    operator: { kind: 'account', describe: 'Operator' },
    approval_signature: {
      kind: 'bytes',
      fallback: '0x',
      describe: 'Signature of the one who approves for the operator, when it has one',
    },
    approval_expiry: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      fallback: 0n,
      describe: 'When that signature ends: unix seconds',
    },
    approval_salt: { kind: 'word', fallback: noHash, describe: 'Salt of that signature' },
  },
  signature:
    'delegateTo(address operator, (bytes signature, uint256 expiry) approverSignatureAndExpiry, bytes32 approverSalt)',
  rules,
  target: 'delegation_manager',
  arguments: ({ operator, approval_signature, approval_expiry, approval_salt }) => [
    operator,
    [approval_signature, approval_expiry],
    approval_salt,
  ],
})

const undelegate = defineAction({
  route: 'eigen_layer/undelegate',
  name: 'Undelegate',
  description: 'Leaves the operator, which queues a withdrawal of all that is restaked.',
  sentence: 'Undelegate from the operator',
  parameters: { delegation_manager: delegation },
  signature: 'undelegate(address staker)',
  rules,
  target: 'delegation_manager',
  arguments: ({ self }) => [self],
})

const queueWithdrawal = defineAction({
  route: 'eigen_layer/queue_withdrawal',
  name: 'Queue a withdrawal',
  description: 'Starts to take shares out of a strategy.',
  sentence: 'Queue withdrawal of {shares} base units of {strategy}',
  parameters: { delegation_manager: delegation, strategy, shares },
  signature:
    'queueWithdrawals((address[] strategies, uint256[] shares, address withdrawer)[] queuedWithdrawalParams)',
  rules,
  target: 'delegation_manager',
  arguments: ({ strategy, shares, self }) => [[[[strategy], [shares], self]]],
})

const completeWithdrawal = defineAction({
  route: 'eigen_layer/complete_withdrawal',
  name: 'Complete a withdrawal',
  description: 'Collects the token of a queued withdrawal.',
  sentence: 'Complete withdrawal of {shares} base units of {strategy}',
  parameters: {
    delegation_manager: delegation,
    strategy,
    token: { kind: 'token', describe: 'Token that the strategy holds' },
    operator: {
      kind: 'account',
      describe: `Operator at the time of the request, as its event tells; ${zeroAddress} if none`,
    },
    shares: { ...shares, describe: 'Scaled shares of the request, as its event tells' },
    nonce: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the request, as its event tells',
    },
    start_block: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 32n - 1n,
      describe: 'Block of the request, as its event tells',
    },
  },
  signature:
    'completeQueuedWithdrawals((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] shares)[] withdrawals, address[][] tokens, bool[] receiveAsTokens)',
  rules,
  target: 'delegation_manager',
  arguments: ({ self, operator, nonce, start_block, strategy, shares, token }) => [
    [[self, operator, self, nonce, start_block, [strategy], [shares]]],
    [[token]],
    [true],
  ],
})

const setClaimer = defineAction({
  route: 'eigen_layer/set_claimer',
  name: 'Set claimer',
  description: 'Lets an account claim rewards for the vault.',
  sentence: 'Let {claimer} claim rewards',
  parameters: {
    rewards_coordinator: coordinator,
    claimer: { kind: 'account', describe: 'Who may claim' },
  },
  signature: 'setClaimerFor(address claimer)',
  rules,
  target: 'rewards_coordinator',
  arguments: ({ claimer }) => [claimer],
})

const claimRewards = defineAction({
  route: 'eigen_layer/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims rewards into the vault with a proof of EigenLayer.',
  sentence: 'Claim rewards from {rewards_coordinator}',
  parameters: {
    rewards_coordinator: coordinator,
    claim: {
      kind: 'raw',
      type: '(uint32,uint32,bytes,(address,bytes32),uint32[],bytes[],(address,uint256)[])',
      sample: [0n, 0n, '0x', [zeroAddress, noHash], [], [], []],
      describe: 'Claim with its proofs, as JSON lists in the order of the interface',
    },
  },
  signature:
    'processClaim((uint32 rootIndex, uint32 earnerIndex, bytes earnerTreeProof, (address earner, bytes32 earnerTokenRoot) earnerLeaf, uint32[] tokenIndices, bytes[] tokenTreeProofs, (address token, uint256 cumulativeEarnings)[] tokenLeaves) claim, address recipient)',
  rules,
  target: 'rewards_coordinator',
  arguments: ({ claim, self }) => [claim, self],
})

/** The actions of a strategist with EigenLayer. */
const eigenLayerActions = [
  deposit,
  delegate,
  undelegate,
  queueWithdrawal,
  completeWithdrawal,
  setClaimer,
  claimRewards,
] as const

/** Eigen Layer. */
export const protocol = {
  name: 'eigen_layer',
  title: 'Eigen Layer',
  appUrl: null,
  decoders: [eigenLayer],
  actions: [...eigenLayerActions, ...legacyActions],
} as const satisfies Protocol
