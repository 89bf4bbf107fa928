import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Functions that nearly every decoder has: the ERC-20 basics, fees and yield of the accountant,
 * and the way out of a drone.
 *
 * Source: ERC-20; the public functions of accountant, teller and drone.
 */
export const vaultBase = {
  decoder: 'Base',
  functions: [
    { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
    { signature: 'claimFees(address feeAsset)', packs: 'feeAsset' },
    { signature: 'claimYield(address yieldAsset)', packs: 'yieldAsset' },
    { signature: 'transfer(address _to, uint256 amount)', packs: '_to' },
    { signature: 'withdrawNativeFromDrone()', packs: '' },
    { signature: 'withdrawNonBoringToken(address token, uint256 amount)', packs: 'token' },
  ],
} as const satisfies DecoderRules

const withdrawNativeFromDrone = defineAction({
  route: 'vault_base/withdraw_native_from_drone',
  name: 'Withdraw ETH from a drone',
  description: 'Brings all of the native coin that a drone holds back to the vault.',
  sentence: 'Withdraw the native coin of {drone}',
  parameters: { drone: { kind: 'account', describe: 'Drone of the vault' } },
  signature: 'withdrawNativeFromDrone()',
  rules: [vaultBase],
  target: 'drone',
  arguments: () => [],
})

const withdrawNonBoringToken = defineAction({
  route: 'vault_base/withdraw_non_boring_token',
  name: 'Withdraw a stray token',
  description: 'Takes a token out of a contract of the vault that it is not meant to hold.',
  sentence: 'Withdraw {amount} from {holder}',
  parameters: {
    holder: { kind: 'account', describe: 'Contract that holds the token' },
    token: { kind: 'token', describe: 'Token that is stray there' },
    amount: {
      kind: 'amount',
      unit: 'token',
      takesMax: true,
      describe: 'How much to take; max takes all',
    },
  },
  signature: 'withdrawNonBoringToken(address token, uint256 amount)',
  rules: [vaultBase],
  target: 'holder',
  arguments: ({ token, amount }) => [token, amount],
})

/** The actions of a strategist with what belongs to the vault itself. */
const vaultBaseActions = [withdrawNativeFromDrone, withdrawNonBoringToken] as const

/** Vault basics. */
export const protocol = {
  name: 'vault_base',
  title: 'Vault basics',
  appUrl: null,
  decoders: [vaultBase],
  actions: vaultBaseActions,
} as const satisfies Protocol
