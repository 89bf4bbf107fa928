import { defineAction } from '../action/action.ts'
import { itbEigenLayer } from './function.ts'

const position = { kind: 'account', describe: 'Position manager' } as const

const delegate = defineAction({
  route: 'itb/delegate',
  name: 'Delegate',
  description: 'Has a position manager delegate to its operator.',
  sentence: 'Delegate {position}',
  parameters: { position },
  signature: 'delegate()',
  rules: [itbEigenLayer],
  target: 'position',
  arguments: () => [],
})

const delegateWithSignature = defineAction({
  route: 'itb/delegate_with_signature',
  name: 'Delegate with a signature',
  description: 'Has a position manager delegate to its operator, who has an approver.',
  sentence: 'Delegate {position} with a signature',
  parameters: {
    position,
    signature: { kind: 'bytes', describe: 'Signature of the approver' },
    expiry: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'When that signature ends: unix seconds',
    },
    salt: { kind: 'word', describe: 'Salt of that signature' },
  },
  signature: 'delegateWithSignature(bytes _signature, uint256 _expiry, bytes32 _salt)',
  rules: [itbEigenLayer],
  target: 'position',
  arguments: ({ signature, expiry, salt }) => [signature, expiry, salt],
})

const undelegate = defineAction({
  route: 'itb/undelegate',
  name: 'Undelegate',
  description: 'Has a position manager leave its operator.',
  sentence: 'Undelegate {position}',
  parameters: { position },
  signature: 'undelegate()',
  rules: [itbEigenLayer],
  target: 'position',
  arguments: () => [],
})

const execute = defineAction({
  route: 'itb/execute',
  name: 'Execute a call',
  description:
    'Has a position manager call any function of an account with its own tokens and permissions.',
  sentence: 'Have {position} call {called} with {amount}',
  parameters: {
    position,
    called: { kind: 'account', describe: 'Account that the position manager calls' },
    amount: {
      kind: 'amount',
      unit: 'native',
      fallback: '0',
      describe: 'Native coin of the position manager that goes with the call',
    },
    call_data: {
      kind: 'bytes',
      describe: 'Calldata that the position manager sends: nothing binds it',
    },
  },
  signature: 'execute(address _to, uint256 _value, bytes _data)',
  rules: [itbEigenLayer],
  target: 'position',
  arguments: ({ called, amount, call_data }) => [called, amount, call_data],
})

const updateDelegationManager = defineAction({
  route: 'itb/update_delegation_manager',
  name: 'Change the delegation manager',
  description: 'Has a position manager use another delegation manager.',
  sentence: 'Use {delegation_manager} in {position}',
  parameters: {
    position,
    delegation_manager: { kind: 'account', describe: 'Delegation manager of EigenLayer' },
  },
  signature: 'updateDelegationManager(address _delegation_manager)',
  rules: [itbEigenLayer],
  target: 'position',
  arguments: ({ delegation_manager }) => [delegation_manager],
})

const updateStrategyManager = defineAction({
  route: 'itb/update_strategy_manager',
  name: 'Change the strategy manager',
  description: 'Has a position manager use another strategy manager.',
  sentence: 'Use {strategy_manager} in {position}',
  parameters: {
    position,
    strategy_manager: { kind: 'account', describe: 'Strategy manager of EigenLayer' },
  },
  signature: 'updateStrategyManager(address _strategy_manager)',
  rules: [itbEigenLayer],
  target: 'position',
  arguments: ({ strategy_manager }) => [strategy_manager],
})

const updateEigenLayerConfig = defineAction({
  route: 'itb/update_eigen_layer_config',
  name: 'Configure an EigenLayer position',
  description: 'Sets tokens and operator of a position manager.',
  sentence: 'Configure {position} for {liquid_staking} and operator {operator}',
  parameters: {
    position,
    liquid_staking: { kind: 'account', describe: 'Liquid staking token' },
    underlying: { kind: 'account', describe: 'Strategy or token beneath it' },
    operator: { kind: 'account', describe: 'Operator that it delegates to' },
  },
  signature:
    'updatePositionConfig(address _liquid_staking, address _underlying, address _delegate_to)',
  rules: [itbEigenLayer],
  target: 'position',
  arguments: ({ liquid_staking, underlying, operator }) => [liquid_staking, underlying, operator],
})

/** Positions in EigenLayer, and the call of anything that they permit. */
export const eigenLayerActions = [
  delegate,
  delegateWithSignature,
  undelegate,
  execute,
  updateDelegationManager,
  updateStrategyManager,
  updateEigenLayerConfig,
] as const
