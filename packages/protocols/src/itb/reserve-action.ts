import { defineAction } from '../action/action.ts'
import type { MinimumsParameter, TokenParameter } from '../action/parameter.ts'
import { itbReserve, itbReserveErc20Wrapped } from './function.ts'
import { baseUnits, minOut, position } from './parameter.ts'

const wrapper = {
  kind: 'token',
  describe: 'Token that wraps a Comet position for Reserve',
} as const satisfies TokenParameter

const comet = {
  kind: 'token',
  fact: { of: 'wrapper', call: 'underlyingComet()', returns: '(address)' },
  describe: 'Comet position that is wrapped',
} as const satisfies TokenParameter

const rules = [itbReserveErc20Wrapped] as const

const wrap = defineAction({
  route: 'itb/wrap',
  name: 'Wrap',
  description: 'Wraps a Comet position for baskets of Reserve.',
  sentence: 'Wrap {amount} as {wrapper}',
  parameters: {
    wrapper,
    comet,
    amount: { kind: 'amount', unit: 'comet', takesMax: true, describe: 'How much to wrap' },
  },
  signature: 'deposit(uint256 amount)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
})

const wrapTo = defineAction({
  route: 'itb/wrap_to',
  name: 'Wrap for the vault',
  description: 'Wraps a Comet position; the vault is named as receiver.',
  sentence: 'Wrap {amount} as {wrapper}',
  parameters: {
    wrapper,
    comet,
    amount: { kind: 'amount', unit: 'comet', takesMax: true, describe: 'How much to wrap' },
  },
  signature: 'depositTo(address _dst, uint256 amount)',
  rules,
  target: 'wrapper',
  arguments: ({ self, amount }) => [self, amount],
})

const unwrap = defineAction({
  route: 'itb/unwrap',
  name: 'Unwrap',
  description: 'Gives a wrapped Comet position back for the position itself.',
  sentence: 'Unwrap {amount} of {wrapper}',
  parameters: {
    wrapper,
    comet,
    amount: { kind: 'amount', unit: 'comet', takesMax: true, describe: 'How much to unwrap' },
  },
  signature: 'withdraw(uint256 amount)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
})

const unwrapTo = defineAction({
  route: 'itb/unwrap_to',
  name: 'Unwrap for the vault',
  description: 'Gives a wrapped Comet position back; the vault is named as receiver.',
  sentence: 'Unwrap {amount} of {wrapper}',
  parameters: {
    wrapper,
    comet,
    amount: { kind: 'amount', unit: 'comet', takesMax: true, describe: 'How much to unwrap' },
  },
  signature: 'withdrawTo(address _dst, uint256 amount)',
  rules,
  target: 'wrapper',
  arguments: ({ self, amount }) => [self, amount],
})

/** The actions of a strategist with the wrapped Comet positions that baskets of Reserve hold. */
export const itbWrapperActions = [wrap, wrapTo, unwrap, unwrapTo] as const

const minOuts = {
  kind: 'minimums',
  unit: baseUnits,
  describe: 'Minimum of each token, in base units',
} as const satisfies MinimumsParameter

const mint = defineAction({
  route: 'itb/mint',
  name: 'Mint',
  description: 'Buys tokens of a Reserve basket with what a position manager holds.',
  sentence: 'Mint {amount} base units with {position}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to mint, in base units' },
  },
  signature: 'mint(uint256 _amount)',
  rules: [itbReserve],
  target: 'position',
  arguments: ({ amount }) => [amount],
})

const redeem = defineAction({
  route: 'itb/redeem',
  name: 'Redeem',
  description: 'Gives tokens of a Reserve basket back for what is in it.',
  sentence: 'Redeem {amount} base units of {position}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to give back, in base units' },
    min_out: minOuts,
  },
  signature: 'redeem(uint256 _amount, uint256[] _minOut)',
  rules: [itbReserve],
  target: 'position',
  arguments: ({ amount, min_out }) => [amount, min_out],
})

const redeemCustom = defineAction({
  route: 'itb/redeem_custom',
  name: 'Redeem from older baskets',
  description: 'Gives tokens of a Reserve basket back for shares of earlier baskets.',
  sentence: 'Redeem {amount} base units of {position} for {tokens}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to give back, in base units' },
    basket_nonces: { kind: 'integers', min: 0n, max: 2n ** 48n - 1n, describe: 'Which baskets' },
    portions: {
      kind: 'integers',
      min: 0n,
      max: 10n ** 18n,
      describe: 'Share of each basket, 18 decimals; together 10^18',
    },
    tokens: { kind: 'tokens', describe: 'Tokens that come out' },
    min_amounts: { kind: 'minimums', unit: 'tokens', describe: 'Minimum of each token' },
  },
  signature:
    'redeemCustom(uint256 _amount, uint48[] _basket_nonces, uint192[] _portions, address[] _expected_tokens_out, uint256[] _min_amounts)',
  rules: [itbReserve],
  target: 'position',
  arguments: ({ amount, basket_nonces, portions, tokens, min_amounts }) => [
    amount,
    basket_nonces,
    portions,
    tokens,
    min_amounts,
  ],
  sizes: [1, 2, 3, 4, 5, 6, 7, 8],
})

const assemble = defineAction({
  route: 'itb/assemble_basket',
  name: 'Assemble a basket',
  description: 'Puts tokens of a position manager into a Reserve basket.',
  sentence: 'Assemble {amount} base units in {position} for at least {min_out}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to put in, in base units' },
    min_out: minOut,
  },
  signature: 'assemble(uint256 _amount, uint256 _minOut)',
  rules: [itbReserve],
  target: 'position',
  arguments: ({ amount, min_out }) => [amount, min_out],
})

const disassemble = defineAction({
  route: 'itb/disassemble_basket',
  name: 'Disassemble a basket',
  description: 'Takes tokens of a position manager out of a Reserve basket.',
  sentence: 'Disassemble {amount} base units of {position}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to take out, in base units' },
    min_out: minOuts,
  },
  signature: 'disassemble(uint256 _amount, uint256[] _minOut)',
  rules: [itbReserve],
  target: 'position',
  arguments: ({ amount, min_out }) => [amount, min_out],
})

const fullDisassemble = defineAction({
  route: 'itb/full_disassemble_basket',
  name: 'Disassemble all of a basket',
  description: 'Takes all tokens of a position manager out of a Reserve basket.',
  sentence: 'Disassemble all of {position}',
  parameters: { position, min_out: minOuts },
  signature: 'fullDisassemble(uint256[] _minOut)',
  rules: [itbReserve],
  target: 'position',
  arguments: ({ min_out }) => [min_out],
})

/** The actions of a strategist with position managers in baskets of Reserve. */
export const itbReserveActions = [
  mint,
  redeem,
  redeemCustom,
  assemble,
  disassemble,
  fullDisassemble,
] as const
