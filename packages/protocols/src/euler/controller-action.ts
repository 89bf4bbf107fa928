import { defineAction } from '../action/action.ts'
import { eulerEvk } from './function.ts'

const disableControllerOf = defineAction({
  route: 'euler/disable_controller_of',
  name: 'Disable a controller from its vault',
  description:
    'Has the connector end that a vault controls the account; only that vault may ask for it.',
  sentence: 'Disable the controller in {connector}',
  parameters: { connector: { kind: 'account', describe: 'Ethereum Vault Connector' } },
  signature: 'disableController(address account)',
  rules: [eulerEvk],
  target: 'connector',
  arguments: ({ self }) => [self],
})

/** Controllers of accounts. */
export const controllerActions = [disableControllerOf] as const
