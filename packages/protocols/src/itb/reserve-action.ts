import { defineAction } from '../action/action.ts'
import type { MinimumsParameter } from '../action/parameter.ts'
import { itbReserve } from './function.ts'
import { baseUnits, minOut, position } from './parameter.ts'

const minOuts = {
  kind: 'minimums',
  unit: baseUnits,
  describe: 'The least of each token, in base units',
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
    min_amounts: { kind: 'minimums', unit: 'tokens', describe: 'The least of each token' },
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

/** What a strategist can do with position managers in baskets of Reserve. */
export const itbReserveActions = [
  mint,
  redeem,
  redeemCustom,
  assemble,
  disassemble,
  fullDisassemble,
] as const
