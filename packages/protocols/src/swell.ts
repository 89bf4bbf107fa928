import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter, TokenParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Liquid staking of Swell: swETH and its exit queue.
 *
 * Source: Swell swETH, swEXIT.
 */
export const swell = {
  decoder: 'Swell',
  functions: [
    { signature: 'createWithdrawRequest(uint256 amount)', packs: '' },
    { signature: 'deposit()', packs: '' },
    { signature: 'finalizeWithdrawal(uint256 tokenId)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * Staking of Swell.
 *
 * Source: Swell SimpleStakingERC20.
 */
export const swellSimpleStaking = {
  decoder: 'SwellSimpleStaking',
  functions: [
    {
      signature: 'deposit(address _token, uint256 _amount, address _receiver)',
      packs: '_token, _receiver',
    },
    {
      signature: 'withdraw(address _token, uint256 _amount, address _receiver)',
      packs: '_token, _receiver',
    },
  ],
} as const satisfies DecoderRules

/**
 * Unwrapping of the locked wSWELL.
 *
 * Source: Euler RewardToken (ERC20WrapperLocked), used by Swell.
 */
export const wSwellUnwrapping = {
  decoder: 'wSwellUnwrapping',
  functions: [
    {
      signature:
        'withdrawToByLockTimestamp(address account, uint256 lockTimestamp, bool allowRemainderLoss)',
      packs: 'account',
    },
    {
      signature:
        'withdrawToByLockTimestamps(address account, uint256[] lockTimestamps, bool allowRemainderLoss)',
      packs: 'account',
    },
  ],
} as const satisfies DecoderRules

const pool = {
  kind: 'account',
  describe: 'Staking contract of Swell',
} as const satisfies AccountParameter

const token = { kind: 'token', describe: 'Token that is staked' } as const satisfies TokenParameter

const rules = [swellSimpleStaking] as const

const deposit = defineAction({
  route: 'swell/deposit',
  name: 'Stake',
  description: 'Stakes a token with Swell.',
  sentence: 'Stake {amount} in {pool}',
  parameters: {
    pool,
    token,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'deposit(address _token, uint256 _amount, address _receiver)',
  rules,
  target: 'pool',
  arguments: ({ token, amount, self }) => [token, amount, self],
  approvals: [{ token: 'token', spender: 'pool', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'swell/withdraw',
  name: 'Unstake',
  description: 'Takes a staked token back from Swell.',
  sentence: 'Unstake {amount} from {pool}',
  parameters: {
    pool,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'How much to take back' },
  },
  signature: 'withdraw(address _token, uint256 _amount, address _receiver)',
  rules,
  target: 'pool',
  arguments: ({ token, amount, self }) => [token, amount, self],
})

const exit = { kind: 'account', describe: 'Exit queue of Swell: swEXIT or rswEXIT' } as const

const wrapped = { kind: 'token', describe: 'Locked wrapped token' } as const

const allowLoss = {
  kind: 'flag',
  fallback: false,
  describe: 'Whether what has not vested may be lost',
} as const

const stakeEth = defineAction({
  route: 'swell/stake_eth',
  name: 'Stake ETH',
  description: 'Stakes ETH for swETH or rswETH.',
  sentence: 'Stake {amount} in {lst}',
  parameters: {
    lst: { kind: 'token', describe: 'swETH or rswETH, which mints itself' },
    amount: { kind: 'amount', unit: 'native', all: 'balance', describe: 'How much ETH to stake' },
  },
  signature: 'deposit()',
  rules: [swell],
  target: 'lst',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

const requestWithdraw = defineAction({
  route: 'swell/request_withdraw',
  name: 'Request a withdrawal',
  description: 'Queues swETH or rswETH for withdrawal; the request is an NFT of the vault.',
  sentence: 'Request withdrawal of {amount}',
  parameters: {
    exit,
    lst: { kind: 'token', describe: 'Token that is withdrawn: swETH or rswETH' },
    amount: { kind: 'amount', unit: 'lst', all: 'balance', describe: 'How much to withdraw' },
  },
  signature: 'createWithdrawRequest(uint256 amount)',
  rules: [swell],
  target: 'exit',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'lst', spender: 'exit', amount: 'amount' }],
})

const claimWithdraw = defineAction({
  route: 'swell/claim_withdraw',
  name: 'Claim a withdrawal',
  description: 'Collects the ETH of a request that is processed.',
  sentence: 'Claim withdrawal {request_id} from {exit}',
  parameters: {
    exit,
    request_id: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the request',
    },
  },
  signature: 'finalizeWithdrawal(uint256 tokenId)',
  rules: [swell],
  target: 'exit',
  arguments: ({ request_id }) => [request_id],
})

const unwrapLocked = defineAction({
  route: 'swell/unwrap_locked',
  name: 'Unwrap a lock',
  description: 'Turns wrapped SWELL of one lock into what of it has vested; the rest may be lost.',
  sentence: 'Unwrap the lock of {lock_timestamp} in {wrapped}',
  parameters: {
    wrapped,
    lock_timestamp: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'When the lock began: unix seconds, as the token has it',
    },
    allow_loss: allowLoss,
  },
  signature:
    'withdrawToByLockTimestamp(address account, uint256 lockTimestamp, bool allowRemainderLoss)',
  rules: [wSwellUnwrapping],
  target: 'wrapped',
  arguments: ({ lock_timestamp, allow_loss, self }) => [self, lock_timestamp, allow_loss],
})

const unwrapLocks = defineAction({
  route: 'swell/unwrap_locks',
  name: 'Unwrap locks',
  description:
    'Turns wrapped SWELL of several locks into what of it has vested; the rest may be lost.',
  sentence: 'Unwrap the locks of {lock_timestamps} in {wrapped}',
  parameters: {
    wrapped,
    lock_timestamps: {
      kind: 'integers',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'When the locks began: unix seconds, as the token has them',
    },
    allow_loss: allowLoss,
  },
  signature:
    'withdrawToByLockTimestamps(address account, uint256[] lockTimestamps, bool allowRemainderLoss)',
  rules: [wSwellUnwrapping],
  target: 'wrapped',
  arguments: ({ lock_timestamps, allow_loss, self }) => [self, lock_timestamps, allow_loss],
})

/** The actions of a strategist with the simple staking of Swell. */
const swellActions = [
  deposit,
  withdraw,
  stakeEth,
  requestWithdraw,
  claimWithdraw,
  unwrapLocked,
  unwrapLocks,
] as const

/** Swell. */
export const protocol = {
  name: 'swell',
  title: 'Swell',
  appUrl: null,
  decoders: [swell, swellSimpleStaking, wSwellUnwrapping],
  actions: swellActions,
  price: 'rate',
} as const satisfies Protocol
