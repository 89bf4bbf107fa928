import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { itbAssemblyActions } from './assembly-action.ts'
import { configurationActions } from './configuration-action.ts'
import { corkActions } from './cork-action.ts'
import { itbCurveActions } from './curve-action.ts'
import { eigenLayerActions } from './eigen-layer-action.ts'
import {
  itbAave,
  itbBasePosition,
  itbBasePositionWithAsset,
  itbCork,
  itbCurveAndConvex,
  itbEigenLayer,
  itbGearbox,
  itbKarak,
  itbReserve,
  itbReserveErc20Wrapped,
  itbSyrup,
} from './function.ts'
import { position } from './parameter.ts'
import { itbQueueActions } from './queue-action.ts'
import { itbReserveActions, itbWrapperActions } from './reserve-action.ts'

const rules = [itbBasePosition, itbBasePositionWithAsset] as const

const acceptOwnership = defineAction({
  route: 'itb/accept_ownership',
  name: 'Accept ownership',
  description: 'Makes the vault the owner of a position manager that was offered to it.',
  sentence: 'Accept ownership of {position}',
  parameters: { position },
  signature: 'acceptOwnership()',
  rules,
  target: 'position',
  arguments: () => [],
})

const addExecutor = defineAction({
  route: 'itb/add_executor',
  name: 'Add executor',
  description: 'Lets an account run a position manager.',
  sentence: 'Let {executor} run {position}',
  parameters: { position, executor: { kind: 'account', describe: 'Who may run it' } },
  signature: 'addExecutor(address _executor)',
  rules,
  target: 'position',
  arguments: ({ executor }) => [executor],
})

const removeExecutor = defineAction({
  route: 'itb/remove_executor',
  name: 'Remove executor',
  description: 'Takes the right to run a position manager from an account.',
  sentence: 'Let {executor} no longer run {position}',
  parameters: { position, executor: { kind: 'account', describe: 'Who may no longer run it' } },
  signature: 'removeExecutor(address _executor)',
  rules,
  target: 'position',
  arguments: ({ executor }) => [executor],
})

const approveToken = defineAction({
  route: 'itb/approve_token',
  name: 'Approve a token of a position',
  description: 'Lets a spender pull a token from a position manager.',
  sentence: 'Let {spender} spend {amount} of {position}',
  parameters: {
    position,
    token: { kind: 'token', describe: 'Token that may be pulled' },
    spender: { kind: 'account', describe: 'Who may pull it' },
    amount: {
      kind: 'amount',
      unit: 'token',
      takesMax: true,
      describe: 'How much may be pulled; max for no limit',
    },
  },
  signature: 'approveToken(address _token, address _guy, uint256 _wad)',
  rules,
  target: 'position',
  arguments: ({ token, spender, amount }) => [token, spender, amount],
})

const revokeToken = defineAction({
  route: 'itb/revoke_token',
  name: 'Revoke a token of a position',
  description: 'Takes the allowance of a spender over a token of a position manager back.',
  sentence: 'Let {spender} no longer spend {token} of {position}',
  parameters: {
    position,
    token: { kind: 'token', describe: 'Token that may be pulled' },
    spender: { kind: 'account', describe: 'Who may no longer pull it' },
  },
  signature: 'revokeToken(address _token, address _guy)',
  rules,
  target: 'position',
  arguments: ({ token, spender }) => [token, spender],
})

const withdraw = defineAction({
  route: 'itb/withdraw',
  name: 'Withdraw',
  description: 'Takes a token out of a position manager into the vault.',
  sentence: 'Withdraw {amount} from {position}',
  parameters: {
    position,
    asset: { kind: 'token', describe: 'Token to take out' },
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to take out' },
  },
  signature: 'withdraw(address _asset, uint256 _amount)',
  rules,
  target: 'position',
  arguments: ({ asset, amount }) => [asset, amount],
})

const withdrawAll = defineAction({
  route: 'itb/withdraw_all',
  name: 'Withdraw all',
  description: 'Takes all of a token out of a position manager into the vault.',
  sentence: 'Withdraw all {asset} from {position}',
  parameters: { position, asset: { kind: 'token', describe: 'Token to take out' } },
  signature: 'withdrawAll(address _asset)',
  rules,
  target: 'position',
  arguments: ({ asset }) => [asset],
})

const depositAsset = defineAction({
  route: 'itb/deposit_asset',
  name: 'Deposit an asset',
  description: 'Lends a token of a position manager to Aave.',
  sentence: 'Deposit {amount} of {position}',
  parameters: {
    position,
    asset: { kind: 'token', describe: 'Token to lend' },
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to lend' },
  },
  signature: 'deposit(address asset, uint256 amount)',
  rules: [itbAave],
  target: 'position',
  arguments: ({ asset, amount }) => [asset, amount],
})

const withdrawSupply = defineAction({
  route: 'itb/withdraw_supply',
  name: 'Withdraw supply',
  description: 'Takes a token of a position manager back from Aave.',
  sentence: 'Withdraw supply of {amount} of {position}',
  parameters: {
    position,
    asset: { kind: 'token', describe: 'Token that is lent' },
    amount: { kind: 'amount', unit: 'asset', takesMax: true, describe: 'How much to take back' },
  },
  signature: 'withdrawSupply(address asset, uint256 amount)',
  rules: [itbAave],
  target: 'position',
  arguments: ({ asset, amount }) => [asset, amount],
})

/** The actions of a strategist with any position manager, and with one in Aave. */
const itbActions = [
  acceptOwnership,
  addExecutor,
  removeExecutor,
  approveToken,
  revokeToken,
  withdraw,
  withdrawAll,
  depositAsset,
  withdrawSupply,
] as const

/** IntoTheBlock positions. */
export const protocol = {
  name: 'itb',
  title: 'IntoTheBlock positions',
  appUrl: null,
  decoders: [
    itbBasePosition,
    itbBasePositionWithAsset,
    itbAave,
    itbCork,
    itbCurveAndConvex,
    itbEigenLayer,
    itbGearbox,
    itbKarak,
    itbReserve,
    itbReserveErc20Wrapped,
    itbSyrup,
  ],
  actions: [
    ...itbActions,
    ...itbQueueActions,
    ...itbAssemblyActions,
    ...itbReserveActions,
    ...itbCurveActions,
    ...itbWrapperActions,
    ...corkActions,
    ...eigenLayerActions,
    ...configurationActions,
  ],
  unquoted: {
    kept_outside: [
      'deposit',
      'withdraw_supply_at_least',
      'complete_withdrawal',
      'complete_next_withdrawal',
      'complete_next_withdrawals',
      'assemble',
      'disassemble',
      'full_disassemble',
      'redeem',
      'redeem_custom',
      'assemble_basket',
      'disassemble_basket',
      'full_disassemble_basket',
      'add_liquidity_and_stake',
      'add_liquidity_and_stake_convex',
      'unstake_and_remove_liquidity',
      'unstake_and_remove_liquidity_convex',
      'wrap',
      'wrap_to',
      'unwrap',
      'unwrap_to',
      'deposit_lv',
      'start_lv_withdrawal',
      'swap_cover_and_swap',
      'swap_depeg',
      'swap_pegged',
    ],
  },
} as const satisfies Protocol
