import { defineAction } from '../action/action.ts'
import { siloRules } from './function.ts'

const silo = {
  kind: 'token',
  describe: 'Silo that holds the asset; its shares are a token',
} as const

const asset = {
  kind: 'token',
  fact: { of: 'silo', call: 'asset()', returns: '(address)' },
  describe: 'Asset of the silo',
} as const

const collateralType = {
  kind: 'integer',
  min: 0n,
  max: 1n,
  fallback: 1n,
  describe: 'Collateral type: 0 is protected, 1 is borrowable',
} as const

const deposit = defineAction({
  route: 'silo/deposit',
  name: 'Deposit',
  description: 'Puts the asset of a silo in as protected or borrowable collateral.',
  sentence: 'Deposit {amount} into {silo}',
  parameters: {
    silo,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
    collateral_type: collateralType,
  },
  signature: 'deposit(uint256 _assets, address _receiver, uint8 _collateralType)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ amount, collateral_type, self }) => [amount, self, collateral_type],
  approvals: [{ token: 'asset', spender: 'silo', amount: 'amount' }],
})

const mint = defineAction({
  route: 'silo/mint',
  name: 'Mint shares',
  description: 'Buys an exact number of shares of a silo.',
  sentence: 'Mint {shares} of {silo} for at most {max_assets}',
  parameters: {
    silo,
    asset,
    shares: { kind: 'amount', unit: 'silo', describe: 'How many shares to receive' },
    max_assets: { kind: 'amount', unit: 'asset', describe: 'The most that the silo may pull' },
    collateral_type: collateralType,
  },
  signature: 'mint(uint256 _shares, address _receiver, uint8 _collateralType)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ shares, collateral_type, self }) => [shares, self, collateral_type],
  approvals: [{ token: 'asset', spender: 'silo', amount: 'max_assets' }],
})

const withdraw = defineAction({
  route: 'silo/withdraw',
  name: 'Withdraw',
  description: 'Takes an exact amount of the asset out of a silo.',
  sentence: 'Withdraw {amount} from {silo}',
  parameters: {
    silo,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to withdraw' },
    collateral_type: collateralType,
  },
  signature: 'withdraw(uint256 _assets, address _receiver, address _owner, uint8 _collateralType)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ amount, collateral_type, self }) => [amount, self, self, collateral_type],
})

const redeem = defineAction({
  route: 'silo/redeem',
  name: 'Redeem shares',
  description: 'Gives shares of a silo back for its asset.',
  sentence: 'Redeem {shares} of {silo}',
  parameters: {
    silo,
    shares: {
      kind: 'amount',
      unit: 'silo',
      all: 'balance',
      describe: 'How many shares to give back',
    },
    collateral_type: collateralType,
  },
  signature: 'redeem(uint256 _shares, address _receiver, address _owner, uint8 _collateralType)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ shares, collateral_type, self }) => [shares, self, self, collateral_type],
})

const transitionCollateral = defineAction({
  route: 'silo/transition_collateral',
  name: 'Change the collateral type',
  description: 'Turns protected collateral into borrowable, or back.',
  sentence: 'Change the type of {shares} in {silo}',
  parameters: {
    silo,
    shares: { kind: 'amount', unit: 'silo', describe: 'How many shares to change' },
    transition_from: {
      kind: 'integer',
      min: 0n,
      max: 1n,
      fallback: 0n,
      describe: 'Type that the shares have now: 0 is protected, 1 is borrowable',
    },
  },
  signature: 'transitionCollateral(uint256 _shares, address _owner, uint8 _transitionFrom)',
  rules: [siloRules],
  target: 'silo',
  arguments: ({ shares, transition_from, self }) => [shares, self, transition_from],
})

const switchCollateral = defineAction({
  route: 'silo/switch_collateral',
  name: 'Switch collateral',
  description: 'Makes this silo the one whose shares secure the debt.',
  sentence: 'Switch the collateral to {silo}',
  parameters: { silo },
  signature: 'switchCollateralToThisSilo()',
  rules: [siloRules],
  target: 'silo',
  arguments: () => [],
})

const accrueInterest = defineAction({
  route: 'silo/accrue_interest',
  name: 'Accrue interest',
  description: 'Books the interest of a silo.',
  sentence: 'Accrue the interest of {silo}',
  parameters: { silo },
  signature: 'accrueInterest()',
  rules: [siloRules],
  target: 'silo',
  arguments: () => [],
})

/** Collateral actions of Silo. */
export const collateralActions = [
  deposit,
  mint,
  withdraw,
  redeem,
  transitionCollateral,
  switchCollateral,
  accrueInterest,
] as const
