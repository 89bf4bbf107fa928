import { defineAction } from '../action/action.ts'
import { itbCork, itbEigenLayer, itbKarak, itbSyrup } from './function.ts'
import { baseUnits, minOut, position } from './parameter.ts'

const assembleEmpty = defineAction({
  route: 'itb/assemble_position',
  name: 'Assemble the position',
  description: 'Puts all that a position manager holds to work.',
  sentence: 'Assemble {position}',
  parameters: { position },
  signature: 'assemble()',
  rules: [itbSyrup],
  target: 'position',
  arguments: () => [],
})

const disassembleAmount = defineAction({
  route: 'itb/disassemble_position',
  name: 'Take some of the position apart',
  description: 'Starts to take tokens of a position manager out of what they work in.',
  sentence: 'Disassemble {amount} base units of {position}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to take out, in base units' },
  },
  signature: 'disassemble(uint256 _amount)',
  rules: [itbSyrup],
  target: 'position',
  arguments: ({ amount }) => [amount],
})

const fullDisassembleEmpty = defineAction({
  route: 'itb/full_disassemble_position',
  name: 'Take the position apart',
  description: 'Starts to take all tokens of a position manager out of what they work in.',
  sentence: 'Disassemble all of {position}',
  parameters: { position },
  signature: 'fullDisassemble()',
  rules: [itbSyrup],
  target: 'position',
  arguments: () => [],
})

const assemble = defineAction({
  route: 'itb/assemble',
  name: 'Assemble',
  description: 'Puts all that a position manager holds to work, for at least so much.',
  sentence: 'Assemble {position} for at least {min_out}',
  parameters: { position, min_out: minOut },
  signature: 'assemble(uint256 _minOut)',
  rules: [itbKarak, itbEigenLayer, itbCork],
  target: 'position',
  arguments: ({ min_out }) => [min_out],
})

const disassemble = defineAction({
  route: 'itb/disassemble',
  name: 'Disassemble',
  description: 'Takes tokens of a position manager out of what they work in, for at least so much.',
  sentence: 'Disassemble {amount} base units of {position} for at least {min_out}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to take out, in base units' },
    min_out: minOut,
  },
  signature: 'disassemble(uint256 _amount, uint256 _minOut)',
  rules: [itbKarak, itbEigenLayer, itbCork],
  target: 'position',
  arguments: ({ amount, min_out }) => [amount, min_out],
})

const fullDisassemble = defineAction({
  route: 'itb/full_disassemble',
  name: 'Disassemble all',
  description:
    'Takes all tokens of a position manager out of what they work in, for at least so much.',
  sentence: 'Disassemble all of {position} for at least {min_out}',
  parameters: { position, min_out: minOut },
  signature: 'fullDisassemble(uint256 _minOut)',
  rules: [itbKarak, itbEigenLayer, itbCork],
  target: 'position',
  arguments: ({ min_out }) => [min_out],
})

const updateSupervisor = defineAction({
  route: 'itb/update_vault_supervisor',
  name: 'Set the supervisor',
  description: 'Tells a position manager which Karak supervisor it works with.',
  sentence: 'Set supervisor of {position} to {supervisor}',
  parameters: {
    position,
    supervisor: { kind: 'account', describe: 'Supervisor of Karak' },
  },
  signature: 'updateVaultSupervisor(address _vault_supervisor)',
  rules: [itbKarak, itbCork],
  target: 'position',
  arguments: ({ supervisor }) => [supervisor],
})

const updateConfig = defineAction({
  route: 'itb/update_position_config',
  name: 'Set the position',
  description: 'Tells a position manager which token it holds and in which Karak vault.',
  sentence: 'Set position of {position} to {underlying} in {vault}',
  parameters: {
    position,
    underlying: { kind: 'token', describe: 'Token that it holds' },
    vault: { kind: 'account', describe: 'Vault of Karak' },
  },
  signature: 'updatePositionConfig(address _underlying, address _vault)',
  rules: [itbKarak],
  target: 'position',
  arguments: ({ underlying, vault }) => [underlying, vault],
})

/** The actions of a strategist with position managers that put all they hold to work at once. */
export const itbAssemblyActions = [
  assembleEmpty,
  disassembleAmount,
  fullDisassembleEmpty,
  assemble,
  disassemble,
  fullDisassemble,
  updateSupervisor,
  updateConfig,
] as const
