import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type {
  AccountParameter,
  ActionParameters,
  IntegerParameter,
  ParameterValues,
  TokenParameter,
} from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'

const callback = ['length(data) == 0 else CallbackNotSupported'] as const

/**
 * Morpho Blue: a market is bound by its tokens, oracle and rate model, not by its LLTV.
 *
 * Source: Morpho Blue; what the decoder packs was observed.
 */
export const morphoBlue = {
  decoder: 'MorphoBlue',
  inherits: [],
  functions: [
    {
      signature:
        'borrow((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address onBehalf, address receiver)',
      packs:
        'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf, receiver',
    },
    {
      signature:
        'repay((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address onBehalf, bytes data)',
      packs: 'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf',
      checks: callback,
    },
    {
      signature:
        'supply((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address onBehalf, bytes data)',
      packs: 'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf',
      checks: callback,
    },
    {
      signature:
        'supplyCollateral((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, address onBehalf, bytes data)',
      packs: 'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf',
      checks: callback,
    },
    {
      signature:
        'withdraw((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address onBehalf, address receiver)',
      packs:
        'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf, receiver',
    },
    {
      signature:
        'withdrawCollateral((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, address onBehalf, address receiver)',
      packs:
        'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf, receiver',
    },
  ],
} as const satisfies DecoderRules

const market = {
  morpho: { kind: 'account', role: 'morpho', describe: 'Morpho Blue' } satisfies AccountParameter,
  loan_token: { kind: 'token', describe: 'Token that is lent' } satisfies TokenParameter,
  collateral_token: {
    kind: 'token',
    describe: 'Token that secures the debt',
  } satisfies TokenParameter,
  oracle: { kind: 'account', describe: 'Oracle of the market' } satisfies AccountParameter,
  irm: {
    kind: 'account',
    describe: 'Interest rate model of the market',
  } satisfies AccountParameter,
  lltv: {
    kind: 'integer',
    min: 0n,
    max: 10n ** 18n - 1n,
    isIdentity: true,
    // Source: the ratios that Morpho's owner enabled.
    named: [
      ['86 %', 860_000_000_000_000_000n],
      ['91.5 %', 915_000_000_000_000_000n],
      ['94.5 %', 945_000_000_000_000_000n],
      ['96.5 %', 965_000_000_000_000_000n],
      ['98 %', 980_000_000_000_000_000n],
      ['77 %', 770_000_000_000_000_000n],
      ['62.5 %', 625_000_000_000_000_000n],
      ['38.5 %', 385_000_000_000_000_000n],
    ],
    describe: 'Liquidation LTV of the market as it states it, 18 decimals; leaves do not bind it',
  } satisfies IntegerParameter,
} as const satisfies ActionParameters

const shares = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  fallback: 0n,
} as const

const rules = [morphoBlue] as const
const marketType =
  '(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params'

function marketOf(values: ParameterValues<typeof market>) {
  const { loan_token, collateral_token, oracle, irm, lltv } = values
  return [loan_token, collateral_token, oracle, irm, lltv]
}

/** Morpho takes assets or shares, never both: shares count when they are given. */
function quantityOf({ amount, shares }: { readonly amount: bigint; readonly shares: bigint }) {
  return shares === 0n ? [amount, 0n] : [0n, shares]
}

const supply = defineAction({
  route: 'morpho_blue/supply',
  name: 'Supply',
  description: 'Lends a token to a market, where it earns interest.',
  sentence: 'Supply {amount} to the {loan_token}/{collateral_token} market of {morpho}',
  parameters: {
    ...market,
    amount: {
      kind: 'amount',
      takesZero: true,
      unit: 'loan_token',
      all: 'balance',
      describe: 'How much to lend; with shares, the most that may be pulled',
    },
    shares: { ...shares, describe: 'Shares to receive instead of an amount to lend' },
  },
  signature: `supply(${marketType}, uint256 assets, uint256 shares, address onBehalf, bytes data)`,
  rules,
  target: 'morpho',
  arguments: (values) => [marketOf(values), ...quantityOf(values), values.self, '0x'],
  approvals: [{ token: 'loan_token', spender: 'morpho', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'morpho_blue/withdraw',
  name: 'Withdraw',
  description: 'Takes a lent token back out of a market.',
  sentence:
    'Withdraw {amount} or {shares} shares from the {loan_token}/{collateral_token} market of {morpho}',
  parameters: {
    ...market,
    amount: {
      kind: 'amount',
      takesZero: true,
      unit: 'loan_token',
      describe: 'How much to withdraw; 0 with shares',
    },
    shares: { ...shares, describe: 'Shares to give back instead; all of them to leave the market' },
  },
  signature: `withdraw(${marketType}, uint256 assets, uint256 shares, address onBehalf, address receiver)`,
  rules,
  target: 'morpho',
  // Here an amount beside shares bounds nothing: Morpho refuses both, nothing is dropped in silence.
  arguments: (values) => [marketOf(values), values.amount, values.shares, values.self, values.self],
})

const supplyCollateral = defineAction({
  route: 'morpho_blue/supply_collateral',
  name: 'Supply collateral',
  description: 'Puts collateral into a market, against which its loan token can be borrowed.',
  sentence:
    'Supply {amount} as collateral to the {loan_token}/{collateral_token} market of {morpho}',
  parameters: {
    ...market,
    amount: {
      kind: 'amount',
      unit: 'collateral_token',
      all: 'balance',
      describe: 'How much collateral to put in',
    },
  },
  signature: `supplyCollateral(${marketType}, uint256 assets, address onBehalf, bytes data)`,
  rules,
  target: 'morpho',
  arguments: (values) => [marketOf(values), values.amount, values.self, '0x'],
  approvals: [{ token: 'collateral_token', spender: 'morpho', amount: 'amount' }],
})

const withdrawCollateral = defineAction({
  route: 'morpho_blue/withdraw_collateral',
  name: 'Withdraw collateral',
  description: 'Takes collateral back out of a market.',
  sentence:
    'Withdraw collateral of {amount} from the {loan_token}/{collateral_token} market of {morpho}',
  parameters: {
    ...market,
    amount: {
      kind: 'amount',
      unit: 'collateral_token',
      describe: 'How much collateral to take out',
    },
  },
  signature: `withdrawCollateral(${marketType}, uint256 assets, address onBehalf, address receiver)`,
  rules,
  target: 'morpho',
  arguments: (values) => [marketOf(values), values.amount, values.self, values.self],
})

const borrow = defineAction({
  route: 'morpho_blue/borrow',
  name: 'Borrow',
  description: 'Borrows the loan token of a market against the collateral in it.',
  sentence: 'Borrow {amount} from the {loan_token}/{collateral_token} market of {morpho}',
  parameters: {
    ...market,
    amount: { kind: 'amount', unit: 'loan_token', describe: 'How much to borrow' },
  },
  signature: `borrow(${marketType}, uint256 assets, uint256 shares, address onBehalf, address receiver)`,
  rules,
  target: 'morpho',
  arguments: (values) => [marketOf(values), values.amount, 0n, values.self, values.self],
})

const repay = defineAction({
  route: 'morpho_blue/repay',
  name: 'Repay',
  description: 'Pays a debt in a market back.',
  sentence: 'Repay {amount} to the {loan_token}/{collateral_token} market of {morpho}',
  parameters: {
    ...market,
    amount: {
      kind: 'amount',
      takesZero: true,
      unit: 'loan_token',
      describe: 'How much to repay; with shares, the most that may be pulled',
    },
    shares: { ...shares, describe: 'Debt shares to repay instead; all of them to clear the debt' },
  },
  signature: `repay(${marketType}, uint256 assets, uint256 shares, address onBehalf, bytes data)`,
  rules,
  target: 'morpho',
  arguments: (values) => [marketOf(values), ...quantityOf(values), values.self, '0x'],
  approvals: [{ token: 'loan_token', spender: 'morpho', amount: 'amount' }],
})

/** The actions of a strategist with Morpho Blue. */
const morphoBlueActions = [
  supply,
  withdraw,
  supplyCollateral,
  withdrawCollateral,
  borrow,
  repay,
] as const

/** Morpho Blue. */
export const protocol = {
  name: 'morpho_blue',
  title: 'Morpho Blue',
  appUrl: 'https://app.morpho.org',
  decoders: [morphoBlue],
  actions: morphoBlueActions,
  unquoted: {
    loan: ['supply', 'withdraw', 'supply_collateral', 'withdraw_collateral', 'borrow', 'repay'],
  },
} as const satisfies Protocol
