import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Level: minting and redeeming of lvlUSD, and slvlUSD with a cooldown.
 *
 * Source: Level LevelMinting (both versions), StakedlvlUSD.
 */
export const level = {
  decoder: 'Level',
  inherits: ['Base', 'ERC4626', 'EthenaWithdraw'],
  functions: [
    {
      signature: 'completeRedeem(address asset, address beneficiary)',
      packs: 'asset, beneficiary',
    },
    {
      signature: 'initiateRedeem(address asset, uint256 lvlUsdAmount, uint256 minAssetAmount)',
      packs: 'asset',
    },
    {
      signature:
        'mint((address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 min_lvlusd_amount) order)',
      packs: 'order.beneficiary, order.collateral_asset',
    },
    {
      signature:
        'mintDefault((address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 min_lvlusd_amount) order)',
      packs: 'order.beneficiary, order.collateral_asset',
    },
    {
      signature:
        'redeem((uint8 order_type, address benefactor, address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 lvlusd_amount) order)',
      memory: true,
      packs: 'order.benefactor, order.beneficiary, order.collateral_asset',
    },
  ],
} as const satisfies DecoderRules

const minter = { kind: 'account', describe: 'Minting contract of Level' } as const

const collateral = { kind: 'token', describe: 'Collateral' } as const

const lvlUsd = { kind: 'token', describe: 'lvlUSD' } as const

const amount = {
  kind: 'amount',
  unit: 'collateral',
  all: 'balance',
  describe: 'Collateral to hand in',
} as const

const minimum = {
  kind: 'minimum',
  unit: 'lvl_usd',
  describe: 'Minimum lvlUSD to receive',
} as const

const mint = defineAction({
  route: 'level/mint',
  name: 'Mint',
  description: 'Hands collateral in for lvlUSD.',
  sentence: 'Mint at least {minimum} with {amount}',
  parameters: { minter, collateral, lvl_usd: lvlUsd, amount, minimum },
  signature:
    'mint((address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 min_lvlusd_amount) order)',
  rules: [level],
  target: 'minter',
  arguments: ({ collateral, amount, minimum, self }) => [[self, collateral, amount, minimum]],
  approvals: [{ token: 'collateral', spender: 'minter', amount: 'amount' }],
})

const mintDefault = defineAction({
  route: 'level/mint_default',
  name: 'Mint by the default route',
  description: 'Hands collateral in for lvlUSD by the default route.',
  sentence: 'Mint at least {minimum} with {amount}',
  parameters: { minter, collateral, lvl_usd: lvlUsd, amount, minimum },
  signature:
    'mintDefault((address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 min_lvlusd_amount) order)',
  rules: [level],
  target: 'minter',
  arguments: ({ collateral, amount, minimum, self }) => [[self, collateral, amount, minimum]],
  approvals: [{ token: 'collateral', spender: 'minter', amount: 'amount' }],
})

const initiateRedeem = defineAction({
  route: 'level/initiate_redeem',
  name: 'Start a redemption',
  description: 'Burns lvlUSD for collateral that is collected later.',
  sentence: 'Redeem {amount} for at least {minimum}',
  parameters: {
    minter,
    collateral,
    lvl_usd: lvlUsd,
    amount: {
      kind: 'amount',
      unit: 'lvl_usd',
      all: 'balance',
      describe: 'How much lvlUSD to give back',
    },
    minimum: { kind: 'minimum', unit: 'collateral', describe: 'Minimum to receive' },
  },
  signature: 'initiateRedeem(address asset, uint256 lvlUsdAmount, uint256 minAssetAmount)',
  rules: [level],
  target: 'minter',
  arguments: ({ collateral, amount, minimum }) => [collateral, amount, minimum],
  approvals: [{ token: 'lvl_usd', spender: 'minter', amount: 'amount' }],
})

const completeRedeem = defineAction({
  route: 'level/complete_redeem',
  name: 'Complete a redemption',
  description: 'Collects the collateral of a redemption.',
  sentence: 'Complete the redemption of {collateral}',
  parameters: { minter, collateral },
  signature: 'completeRedeem(address asset, address beneficiary)',
  rules: [level],
  target: 'minter',
  arguments: ({ collateral, self }) => [collateral, self],
})

const redeem = defineAction({
  route: 'level/redeem',
  name: 'Redeem',
  description: 'Gives lvlUSD back for collateral in one call.',
  sentence: 'Redeem {amount} for {collateral_amount}',
  parameters: {
    minter,
    order_type: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 8n - 1n,
      fallback: 1n,
      describe: 'Kind of the order: 0 mints, 1 redeems',
    },
    collateral,
    lvl_usd: lvlUsd,
    collateral_amount: {
      kind: 'amount',
      unit: 'collateral',
      describe: 'How much collateral to receive',
    },
    amount: { kind: 'amount', unit: 'lvl_usd', describe: 'How much lvlUSD to give back' },
  },
  signature:
    'redeem((uint8 order_type, address benefactor, address beneficiary, address collateral_asset, uint256 collateral_amount, uint256 lvlusd_amount) order)',
  rules: [level],
  target: 'minter',
  arguments: ({ order_type, collateral, collateral_amount, amount, self }) => [
    [order_type, self, self, collateral, collateral_amount, amount],
  ],
  approvals: [{ token: 'lvl_usd', spender: 'minter', amount: 'amount' }],
})

/** The actions of a strategist with Level. */
const levelActions = [mint, mintDefault, initiateRedeem, completeRedeem, redeem] as const

/** Level. */
export const protocol = {
  name: 'level',
  title: 'Level',
  appUrl: null,
  decoders: [level],
  actions: levelActions,
  price: 'rate',
  unquoted: {
    paid_later: ['initiate_redeem'],
    own_rate: ['mint', 'mint_default', 'redeem'],
  },
} as const satisfies Protocol
