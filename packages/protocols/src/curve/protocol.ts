import type { Address } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter, TokensParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'

/**
 * Curve pools with lists of amounts, and their gauges. A pool's tokens are not packed.
 *
 * Source: Curve StableSwap NG and gauges.
 */
export const curve = {
  decoder: 'Curve',
  inherits: [],
  functions: [
    { signature: 'add_liquidity(uint256[] _amounts, uint256 _min_mint_amount)', packs: '' },
    { signature: 'claim_rewards(address _addr)', packs: '_addr' },
    { signature: 'deposit(uint256 _value, address receiver)', packs: 'receiver' },
    { signature: 'exchange(int128 i, int128 j, uint256 _dx, uint256 _min_dy)', packs: '' },
    { signature: 'remove_liquidity(uint256 _burn_amount, uint256[] _min_amounts)', packs: '' },
    { signature: 'withdraw(uint256 _value)', packs: '' },
  ],
} as const satisfies DecoderRules

const pool = {
  kind: 'account',
  role: 'pool',
  describe: 'Pool of Curve',
} as const satisfies AccountParameter
/** Pools of the new generation are the token of their own liquidity. */
const ownToken = {
  kind: 'token',
  role: 'pool',
  describe: 'Pool of Curve that takes lists of amounts; it is also the token of its liquidity',
} as const satisfies TokenParameter
const coins = {
  kind: 'tokens',
  fact: { of: 'pool', call: 'coins(uint256)', returns: '(address)' },
  describe: 'Coins of the pool, in its order',
} as const satisfies TokensParameter
const gauge = {
  kind: 'token',
  role: 'gauge',
  describe: 'Gauge of Curve; it is also the token of what is staked',
} as const satisfies TokenParameter

const rules = [curve] as const

const exchange = defineAction({
  route: 'curve/exchange',
  name: 'Exchange',
  description: 'Swaps one coin of a pool for another.',
  sentence: 'Exchange {amount} for {token_out} in {pool}',
  parameters: {
    pool,
    coins,
    token_in: { kind: 'token', oneOf: 'coins', describe: 'Coin that is sold' },
    token_out: {
      kind: 'token',
      oneOf: 'coins',
      unlike: 'token_in',
      describe: 'Coin that is bought',
    },
    amount: { kind: 'amount', unit: 'token_in', all: 'balance', describe: 'How much is sold' },
    minimum: {
      kind: 'minimum',
      unit: 'token_out',
      quote: (values) => {
        const all = values.coins as readonly Address[]
        const [sold, bought] = [values.token_in as Address, values.token_out as Address]
        return {
          to: values.pool as Address,
          call: 'get_dy(int128,int128,uint256)',
          arguments: [indexIn(all, sold), indexIn(all, bought), values.amount!],
          returns: '(uint256)',
        }
      },
      describe: 'Minimum output',
    },
  },
  signature: 'exchange(int128 i, int128 j, uint256 _dx, uint256 _min_dy)',
  rules,
  target: 'pool',
  arguments: ({ coins, token_in, token_out, amount, minimum }) => [
    indexIn(coins, token_in),
    indexIn(coins, token_out),
    amount,
    minimum,
  ],
  approvals: [{ token: 'token_in', spender: 'pool', amount: 'amount' }],
})

const addLiquidity = defineAction({
  route: 'curve/add_liquidity',
  name: 'Add liquidity',
  description: 'Puts coins into a pool.',
  sentence: 'Add {amounts} to {pool}',
  parameters: {
    pool: ownToken,
    coins,
    amounts: { kind: 'amounts', unit: 'coins', describe: 'How much of each coin' },
    minimum: {
      kind: 'minimum',
      unit: 'pool',
      quote: ({ pool, amounts }) => ({
        to: pool as Address,
        call: 'calc_token_amount(uint256[],bool)',
        arguments: [amounts!, true],
        returns: '(uint256)',
      }),
      describe: 'Minimum liquidity to receive',
    },
  },
  signature: 'add_liquidity(uint256[] _amounts, uint256 _min_mint_amount)',
  rules,
  target: 'pool',
  arguments: ({ amounts, minimum }) => [amounts, minimum],
  approvals: [{ token: 'coins', spender: 'pool', amount: 'amounts' }],
})

const removeLiquidity = defineAction({
  route: 'curve/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes all coins out of a pool, in the proportion that it has.',
  sentence: 'Remove {amount} from {pool}',
  parameters: {
    pool: ownToken,
    coins,
    amount: { kind: 'amount', unit: 'pool', all: 'balance', describe: 'Liquidity to give back' },
    minimums: { kind: 'minimums', unit: 'coins', describe: 'Minimum of each coin to receive' },
  },
  signature: 'remove_liquidity(uint256 _burn_amount, uint256[] _min_amounts)',
  rules,
  target: 'pool',
  arguments: ({ amount, minimums }) => [amount, minimums],
})

const stake = defineAction({
  route: 'curve/stake',
  name: 'Stake in a gauge',
  description: 'Stakes the liquidity of a pool in its gauge.',
  sentence: 'Stake {amount} in {gauge}',
  parameters: {
    gauge,
    lp_token: {
      kind: 'token',
      fact: { of: 'gauge', call: 'lp_token()', returns: '(address)' },
      describe: 'Token that the gauge takes',
    },
    amount: { kind: 'amount', unit: 'lp_token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'deposit(uint256 _value, address receiver)',
  rules,
  target: 'gauge',
  arguments: ({ amount, self }) => [amount, self],
  approvals: [{ token: 'lp_token', spender: 'gauge', amount: 'amount' }],
})

const unstake = defineAction({
  route: 'curve/unstake',
  name: 'Unstake from a gauge',
  description: 'Takes liquidity back out of a gauge.',
  sentence: 'Unstake {amount} from {gauge}',
  parameters: {
    gauge,
    amount: { kind: 'amount', unit: 'gauge', all: 'balance', describe: 'How much to unstake' },
  },
  signature: 'withdraw(uint256 _value)',
  rules,
  target: 'gauge',
  arguments: ({ amount }) => [amount],
})

const claimRewards = defineAction({
  route: 'curve/claim_rewards',
  name: 'Claim rewards',
  description:
    'Claims what staked liquidity has earned in a gauge beyond CRV, which a minter pays.',
  sentence: 'Claim rewards of {gauge}',
  parameters: { gauge },
  signature: 'claim_rewards(address _addr)',
  rules,
  target: 'gauge',
  arguments: ({ self }) => [self],
})

/** The actions of a strategist with Curve. */
const curveActions = [
  exchange,
  addLiquidity,
  removeLiquidity,
  stake,
  unstake,
  claimRewards,
] as const

/** A pool knows its coins by their place; one that it does not have is at -1, where it refuses. */
function indexIn(coins: readonly Address[], coin: Address): bigint {
  return BigInt(coins.indexOf(coin))
}

/** Curve. */
export const protocol = {
  name: 'curve',
  title: 'Curve',
  appUrl: 'https://www.curve.finance',
  decoders: [curve],
  actions: curveActions,
  unquoted: {
    liquidity: ['add_liquidity', 'remove_liquidity'],
    stake: ['stake'],
  },
} as const satisfies Protocol
