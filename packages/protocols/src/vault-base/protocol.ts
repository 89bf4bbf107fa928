import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { vaultBase } from './function.ts'

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

/** What a strategist can do with what belongs to the vault itself. */
const vaultBaseActions = [withdrawNativeFromDrone] as const

/** Vault basics. */
export const protocol = {
  name: 'vault_base',
  title: 'Vault basics',
  appUrl: null,
  decoders: [vaultBase],
  actions: vaultBaseActions,
} as const satisfies Protocol
