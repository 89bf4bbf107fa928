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

/** What a strategist can do with the simple staking of Swell. */
const swellActions = [deposit, withdraw] as const

/** Swell. */
export const protocol = {
  name: 'swell',
  title: 'Swell',
  appUrl: null,
  decoders: [swell, swellSimpleStaking, wSwellUnwrapping],
  actions: swellActions,
} as const satisfies Protocol
