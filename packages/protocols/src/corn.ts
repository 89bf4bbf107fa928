import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The minter of BTCN, the gas token of Corn.
 *
 * Source: Corn swap facility.
 */
export const btcnMinter = {
  decoder: 'BTCNMinter',
  functions: [
    {
      signature:
        'swapExactCollateralForDebt(uint256 collateralIn, uint256 debtOutMin, address to, uint256 deadline)',
      packs: 'to',
    },
    {
      signature:
        'swapExactDebtForCollateral(uint256 debtIn, uint256 collateralOutMin, address to, uint256 deadline)',
      packs: 'to',
    },
  ],
} as const satisfies DecoderRules

/**
 * Staking (silo) of Corn.
 *
 * Source: Corn CornSilo.
 */
export const cornStaking = {
  decoder: 'CornStaking',
  functions: [
    { signature: 'deposit(address _token, uint256 _amount)', packs: '_token' },
    { signature: 'mintAndDepositBitcorn(uint256 _amount)', packs: '' },
    { signature: 'redeemBitcorn(uint256 _amount)', packs: '' },
    { signature: 'redeemToken(address _token, uint256 _amount)', packs: '_token' },
  ],
} as const satisfies DecoderRules

const facility = { kind: 'account', describe: 'Swap facility of one Bitcoin token' } as const
const collateral = { kind: 'token', describe: 'Bitcoin token that the facility holds' } as const
const btcn = { kind: 'token', describe: 'BTCN' } as const
const deadline = {
  kind: 'deadline',
  fallback: 1200n,
  describe: 'How long the swap may wait',
} as const

const mint = defineAction({
  route: 'corn/mint_btcn',
  name: 'Mint BTCN',
  description: 'Hands a Bitcoin token in for BTCN.',
  sentence: 'Swap {amount} for {btcn}',
  parameters: {
    facility,
    token: collateral,
    btcn,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to hand in' },
    minimum: { kind: 'minimum', unit: 'btcn', describe: 'Minimum BTCN that must come out' },
    deadline,
  },
  signature:
    'swapExactCollateralForDebt(uint256 collateralIn, uint256 debtOutMin, address to, uint256 deadline)',
  rules: [btcnMinter],
  target: 'facility',
  arguments: ({ amount, minimum, self, deadline }) => [amount, minimum, self, deadline],
  approvals: [{ token: 'token', spender: 'facility', amount: 'amount' }],
})

const redeem = defineAction({
  route: 'corn/redeem_btcn',
  name: 'Redeem BTCN',
  description: 'Hands BTCN in for a Bitcoin token.',
  sentence: 'Swap {amount} for {token}',
  parameters: {
    facility,
    btcn,
    token: collateral,
    amount: { kind: 'amount', unit: 'btcn', all: 'balance', describe: 'How much BTCN to hand in' },
    minimum: { kind: 'minimum', unit: 'token', describe: 'Minimum output' },
    deadline,
  },
  signature:
    'swapExactDebtForCollateral(uint256 debtIn, uint256 collateralOutMin, address to, uint256 deadline)',
  rules: [btcnMinter],
  target: 'facility',
  arguments: ({ amount, minimum, self, deadline }) => [amount, minimum, self, deadline],
  approvals: [{ token: 'btcn', spender: 'facility', amount: 'amount' }],
})

const silo = { kind: 'account', describe: 'Silo of Corn' } as const

const deposit = defineAction({
  route: 'corn/deposit',
  name: 'Deposit',
  description: 'Puts a token into the silo of Corn.',
  sentence: 'Deposit {amount} into {silo}',
  parameters: {
    silo,
    token: { kind: 'token', describe: 'Token that the silo takes' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to deposit' },
  },
  signature: 'deposit(address _token, uint256 _amount)',
  rules: [cornStaking],
  target: 'silo',
  arguments: ({ token, amount }) => [token, amount],
  approvals: [{ token: 'token', spender: 'silo', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'corn/withdraw',
  name: 'Withdraw',
  description: 'Takes a token back out of the silo of Corn.',
  sentence: 'Withdraw {amount} from {silo}',
  parameters: {
    silo,
    token: { kind: 'token', describe: 'Token in the silo' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much to withdraw' },
  },
  signature: 'redeemToken(address _token, uint256 _amount)',
  rules: [cornStaking],
  target: 'silo',
  arguments: ({ token, amount }) => [token, amount],
})

const mintAndDeposit = defineAction({
  route: 'corn/mint_and_deposit',
  name: 'Mint and deposit',
  description: 'Turns BTCN into Bitcorn and puts it into the silo.',
  sentence: 'Deposit {amount} as Bitcorn into {silo}',
  parameters: {
    silo,
    btcn: { kind: 'token', describe: 'BTCN' },
    amount: { kind: 'amount', unit: 'btcn', all: 'balance', describe: 'How much BTCN' },
  },
  signature: 'mintAndDepositBitcorn(uint256 _amount)',
  rules: [cornStaking],
  target: 'silo',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'btcn', spender: 'silo', amount: 'amount' }],
})

const redeemBitcorn = defineAction({
  route: 'corn/redeem_bitcorn',
  name: 'Redeem Bitcorn',
  description: 'Takes Bitcorn back out of the silo.',
  sentence: 'Redeem {amount} base units of Bitcorn from {silo}',
  parameters: {
    silo,
    amount: { kind: 'amount', unit: { decimals: 0 }, describe: 'How much Bitcorn, in base units' },
  },
  signature: 'redeemBitcorn(uint256 _amount)',
  rules: [cornStaking],
  target: 'silo',
  arguments: ({ amount }) => [amount],
})

/** The actions of a strategist with Corn. */
const cornActions = [mint, redeem, deposit, withdraw, mintAndDeposit, redeemBitcorn] as const

/** Corn. */
export const protocol = {
  name: 'corn',
  title: 'Corn',
  appUrl: null,
  decoders: [btcnMinter, cornStaking],
  actions: cornActions,
} as const satisfies Protocol
