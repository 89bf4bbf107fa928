import { defineAction } from '../action/action.ts'
import { beraborrow } from './function.ts'

const router = { kind: 'account', describe: 'Router of collateral vaults' } as const

const denManager = { kind: 'account', describe: 'Den manager of the collateral' } as const

const collVault = { kind: 'token', describe: 'Collateral vault' } as const

const asset = {
  kind: 'token',
  fact: { of: 'coll_vault', call: 'asset()', returns: '(address)' },
  describe: 'Asset of the collateral vault',
} as const

const maxFee = {
  kind: 'amount',
  unit: { decimals: 18 },
  describe: 'The most that borrowing may cost, as a fraction: 0.01 is 1 %',
} as const

const upperHint = {
  kind: 'account',
  describe: 'Den that stands above in the list, as a hint',
} as const

const lowerHint = {
  kind: 'account',
  describe: 'Den that stands below in the list, as a hint',
} as const

const collateralIndex = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  fallback: 0n,
  describe: 'Index of the collateral, of vaults with several',
} as const

const unwrap = {
  kind: 'flag',
  fallback: true,
  describe: 'Whether shares of the vault are turned into its asset',
} as const

const openDen = defineAction({
  route: 'beraborrow/open_den',
  name: 'Open a den',
  description: 'Puts collateral in and borrows NECT against it.',
  sentence: 'Open a den with {amount} for {debt} NECT',
  parameters: {
    router,
    den_manager: denManager,
    coll_vault: collVault,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'Collateral to put in' },
    debt: { kind: 'amount', unit: { decimals: 18 }, describe: 'NECT to borrow' },
    max_fee: maxFee,
    minimum_shares: {
      kind: 'minimum',
      unit: 'coll_vault',
      describe: 'Minimum shares of the collateral vault',
    },
    upper_hint: upperHint,
    lower_hint: lowerHint,
    collateral_index: collateralIndex,
  },
  signature:
    'openDenVault((address denManager, address collVault, uint256 _maxFeePercentage, uint256 _debtAmount, uint256 _collAssetToDeposit, address _upperHint, address _lowerHint, uint256 _minSharesMinted, uint256 _collIndex, bytes _preDeposit) params)',
  rules: [beraborrow],
  target: 'router',
  arguments: ({
    den_manager,
    coll_vault,
    amount,
    debt,
    max_fee,
    minimum_shares,
    upper_hint,
    lower_hint,
    collateral_index,
  }) => [
    [
      den_manager,
      coll_vault,
      max_fee,
      debt,
      amount,
      upper_hint,
      lower_hint,
      minimum_shares,
      collateral_index,
      '0x',
    ],
  ],
  approvals: [{ token: 'asset', spender: 'router', amount: 'amount' }],
})

const adjustDen = defineAction({
  route: 'beraborrow/adjust_den',
  name: 'Adjust a den',
  description: 'Adds or takes collateral, and borrows or repays NECT.',
  sentence: 'Adjust a den of {den_manager}: add {amount}, take {withdrawal}, change {debt} NECT',
  parameters: {
    router,
    den_manager: denManager,
    coll_vault: collVault,
    asset,
    amount: { kind: 'amount', unit: 'asset', takesZero: true, describe: 'Collateral to add' },
    withdrawal: {
      kind: 'amount',
      unit: 'coll_vault',
      takesZero: true,
      describe: 'Shares of the collateral vault to take out',
    },
    debt: {
      kind: 'amount',
      unit: { decimals: 18 },
      takesZero: true,
      describe: 'NECT to borrow or to repay',
    },
    is_borrow: { kind: 'flag', describe: 'Whether NECT is borrowed, not repaid' },
    max_fee: maxFee,
    upper_hint: upperHint,
    lower_hint: lowerHint,
    unwrap,
    minimum_shares: {
      kind: 'minimum',
      unit: 'coll_vault',
      describe: 'Minimum shares for what is added',
    },
    minimum_assets: {
      kind: 'minimum',
      unit: 'asset',
      describe: 'Minimum assets for what is taken',
    },
    collateral_index: collateralIndex,
  },
  signature:
    'adjustDenVault((address denManager, address collVault, uint256 _maxFeePercentage, uint256 _collAssetToDeposit, uint256 _collWithdrawal, uint256 _debtChange, bool _isDebtIncrease, address _upperHint, address _lowerHint, bool unwrap, uint256 _minSharesMinted, uint256 _minAssetsWithdrawn, uint256 _collIndex, bytes _preDeposit) params)',
  rules: [beraborrow],
  target: 'router',
  arguments: ({
    den_manager,
    coll_vault,
    amount,
    withdrawal,
    debt,
    is_borrow,
    max_fee,
    upper_hint,
    lower_hint,
    unwrap,
    minimum_shares,
    minimum_assets,
    collateral_index,
  }) => [
    [
      den_manager,
      coll_vault,
      max_fee,
      amount,
      withdrawal,
      debt,
      is_borrow,
      upper_hint,
      lower_hint,
      unwrap,
      minimum_shares,
      minimum_assets,
      collateral_index,
      '0x',
    ],
  ],
  approvals: [{ token: 'asset', spender: 'router', amount: 'amount' }],
})

const closeDen = defineAction({
  route: 'beraborrow/close_den',
  name: 'Close a den',
  description: 'Repays all NECT and takes the collateral back.',
  sentence: 'Close the den of {coll_vault} for at least {minimum_assets}',
  parameters: {
    router,
    den_manager: denManager,
    coll_vault: collVault,
    asset,
    minimum_assets: { kind: 'minimum', unit: 'asset', describe: 'Minimum assets to receive' },
    collateral_index: collateralIndex,
    unwrap,
  },
  signature:
    'closeDenVault(address denManager, address collVault, uint256 minAssetsWithdrawn, uint256 collIndex, bool unwrap)',
  rules: [beraborrow],
  target: 'router',
  arguments: ({ den_manager, coll_vault, minimum_assets, collateral_index, unwrap }) => [
    den_manager,
    coll_vault,
    minimum_assets,
    collateral_index,
    unwrap,
  ],
})

/** Den actions of Beraborrow. */
export const denActions = [openDen, adjustDen, closeDen] as const
