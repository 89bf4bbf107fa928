import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter, TokenParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Sky: DAI to USDS and the peg stability modules.
 *
 * Source: Sky DaiUsds, UsdsPsmWrapper.
 */
export const skyMoney = {
  decoder: 'SkyMoney',
  functions: [
    { signature: 'buyGem(address recipient, uint256 gemAmt)', packs: 'recipient' },
    { signature: 'daiToUsds(address recipient, uint256 wad)', packs: 'recipient' },
    { signature: 'sellGem(address recipient, uint256 gemAmt)', packs: 'recipient' },
    { signature: 'usdsToDai(address recipient, uint256 wad)', packs: 'recipient' },
  ],
} as const satisfies DecoderRules

const psm = {
  kind: 'account',
  role: 'psm',
  describe: 'Peg stability module for USDS or DAI',
} as const satisfies AccountParameter

const gem = {
  kind: 'token',
  fact: { of: 'psm', call: 'gem()', returns: '(address)' },
  describe: 'Stablecoin that the module holds, such as USDC',
} as const satisfies TokenParameter

const converter = {
  kind: 'account',
  role: 'converter',
  describe: 'Converter between DAI and USDS',
} as const satisfies AccountParameter

const rules = [skyMoney] as const

const sellGem = defineAction({
  route: 'sky_money/sell_gem',
  name: 'Sell to the module',
  description: 'Exchanges the stablecoin of a peg stability module for USDS or DAI.',
  sentence: 'Sell {amount} to {psm}',
  parameters: {
    psm,
    gem,
    amount: { kind: 'amount', unit: 'gem', all: 'balance', describe: 'How much to sell' },
  },
  signature: 'sellGem(address recipient, uint256 gemAmt)',
  rules,
  target: 'psm',
  arguments: ({ self, amount }) => [self, amount],
  approvals: [{ token: 'gem', spender: 'psm', amount: 'amount' }],
})

const buyGem = defineAction({
  route: 'sky_money/buy_gem',
  name: 'Buy from the module',
  description: 'Exchanges USDS or DAI for an exact amount of the stablecoin of a module.',
  sentence: 'Buy {amount} from {psm} for at most {max_spend}',
  parameters: {
    psm,
    gem,
    stablecoin: {
      kind: 'token',
      fact: { of: 'psm', call: 'dai()', returns: '(address)' },
      describe: 'USDS or DAI, whichever the module takes',
    },
    amount: { kind: 'amount', unit: 'gem', describe: 'How much to buy, in the units of the gem' },
    max_spend: {
      kind: 'amount',
      unit: 'stablecoin',
      describe: 'The most that the module may pull: the amount, and its fee (tout) if it has one',
    },
  },
  signature: 'buyGem(address recipient, uint256 gemAmt)',
  rules,
  target: 'psm',
  arguments: ({ self, amount }) => [self, amount],
  approvals: [{ token: 'stablecoin', spender: 'psm', amount: 'max_spend' }],
})

const daiToUsds = defineAction({
  route: 'sky_money/dai_to_usds',
  name: 'DAI to USDS',
  description: 'Turns DAI into the same amount of USDS.',
  sentence: 'Convert {amount} to USDS',
  parameters: {
    converter,
    dai: {
      kind: 'token',
      fact: { of: 'converter', call: 'dai()', returns: '(address)' },
      describe: 'DAI',
    },
    amount: { kind: 'amount', unit: 'dai', all: 'balance', describe: 'How much DAI to convert' },
  },
  signature: 'daiToUsds(address recipient, uint256 wad)',
  rules,
  target: 'converter',
  arguments: ({ self, amount }) => [self, amount],
  approvals: [{ token: 'dai', spender: 'converter', amount: 'amount' }],
})

const usdsToDai = defineAction({
  route: 'sky_money/usds_to_dai',
  name: 'USDS to DAI',
  description: 'Turns USDS into the same amount of DAI.',
  sentence: 'Convert {amount} to DAI',
  parameters: {
    converter,
    usds: {
      kind: 'token',
      fact: { of: 'converter', call: 'usds()', returns: '(address)' },
      describe: 'USDS',
    },
    amount: { kind: 'amount', unit: 'usds', all: 'balance', describe: 'How much USDS to convert' },
  },
  signature: 'usdsToDai(address recipient, uint256 wad)',
  rules,
  target: 'converter',
  arguments: ({ self, amount }) => [self, amount],
  approvals: [{ token: 'usds', spender: 'converter', amount: 'amount' }],
})

/** The actions of a strategist with Sky. */
const skyMoneyActions = [sellGem, buyGem, daiToUsds, usdsToDai] as const

/** Sky. */
export const protocol = {
  name: 'sky_money',
  title: 'Sky',
  appUrl: 'https://app.sky.money',
  decoders: [skyMoney],
  actions: skyMoneyActions,
  price: 'rate',
  unquoted: {
    exact_output: ['buy_gem'],
  },
} as const satisfies Protocol
