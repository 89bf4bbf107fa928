import { defineAction } from '../action/action.ts'
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
export const vaultBaseActions = [withdrawNativeFromDrone] as const
