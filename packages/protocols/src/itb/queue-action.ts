import { defineAction } from '../action/action.ts'
import { itbCork, itbEigenLayer, itbGearbox, itbKarak, itbSyrup } from './function.ts'
import { baseUnits, minOut, position } from './parameter.ts'

const deposit = defineAction({
  route: 'itb/deposit',
  name: 'Deposit',
  description: 'Puts tokens of a position manager to work.',
  sentence: 'Deposit {amount} base units in {position} for at least {min_out}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to deposit, in base units' },
    min_out: minOut,
  },
  signature: 'deposit(uint256 _amount, uint256 _minOut)',
  rules: [itbKarak, itbEigenLayer, itbGearbox],
  target: 'position',
  arguments: ({ amount, min_out }) => [amount, min_out],
})

const depositWithData = defineAction({
  route: 'itb/deposit_with_data',
  name: 'Deposit with data',
  description: 'Lends tokens of a position manager to Maple, with the data that its pool wants.',
  sentence: 'Deposit {amount} base units in {position}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to deposit, in base units' },
    deposit_data: { kind: 'word', describe: 'Data about the depositor for the pool' },
  },
  signature: 'deposit(uint256 _amount, bytes32 _depositData)',
  rules: [itbSyrup],
  target: 'position',
  arguments: ({ amount, deposit_data }) => [amount, deposit_data],
})

const withdrawAtLeast = defineAction({
  route: 'itb/withdraw_supply_at_least',
  name: 'Withdraw supply',
  description: 'Takes tokens of a position manager back from Gearbox.',
  sentence: 'Withdraw supply of {amount} base units of {position} for at least {min_out}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to take back, in base units' },
    min_out: minOut,
  },
  signature: 'withdrawSupply(uint256 _amount, uint256 _minOut)',
  rules: [itbGearbox],
  target: 'position',
  arguments: ({ amount, min_out }) => [amount, min_out],
})

const stake = defineAction({
  route: 'itb/stake',
  name: 'Stake',
  description: 'Stakes pool tokens of a position manager.',
  sentence: 'Stake {amount} base units of {position}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to stake, in base units' },
  },
  signature: 'stake(uint256 _amount)',
  rules: [itbGearbox],
  target: 'position',
  arguments: ({ amount }) => [amount],
})

const unstake = defineAction({
  route: 'itb/unstake',
  name: 'Unstake',
  description: 'Takes staked pool tokens of a position manager back.',
  sentence: 'Unstake {amount} base units of {position}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to take back, in base units' },
  },
  signature: 'unstake(uint256 _amount)',
  rules: [itbGearbox],
  target: 'position',
  arguments: ({ amount }) => [amount],
})

const startWithdrawal = defineAction({
  route: 'itb/start_withdrawal',
  name: 'Start a withdrawal',
  description: 'Queues a withdrawal of a position manager.',
  sentence: 'Start withdrawal of {amount} base units of {position}',
  parameters: {
    position,
    amount: { kind: 'amount', unit: baseUnits, describe: 'How much to withdraw, in base units' },
  },
  signature: 'startWithdrawal(uint256 _amount)',
  rules: [itbSyrup, itbKarak, itbEigenLayer],
  target: 'position',
  arguments: ({ amount }) => [amount],
})

const completeWithdrawal = defineAction({
  route: 'itb/complete_withdrawal',
  name: 'Complete a withdrawal',
  description: 'Collects one queued withdrawal of a position manager.',
  sentence: 'Complete withdrawal {index} of {position}',
  parameters: {
    position,
    index: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Which withdrawal' },
    min_out: minOut,
  },
  signature: 'completeWithdrawal(uint256 _index, uint256 _minOut)',
  rules: [itbKarak, itbEigenLayer, itbCork],
  target: 'position',
  arguments: ({ index, min_out }) => [index, min_out],
})

const completeNextWithdrawal = defineAction({
  route: 'itb/complete_next_withdrawal',
  name: 'Complete the next withdrawal',
  description: 'Collects the next queued withdrawal of a position manager.',
  sentence: 'Complete the next withdrawal of {position}',
  parameters: { position, min_out: minOut },
  signature: 'completeNextWithdrawal(uint256 _minOut)',
  rules: [itbKarak, itbEigenLayer, itbCork],
  target: 'position',
  arguments: ({ min_out }) => [min_out],
})

const completeNextWithdrawals = defineAction({
  route: 'itb/complete_next_withdrawals',
  name: 'Complete withdrawals',
  description: 'Collects every queued withdrawal of a position manager that is ready.',
  sentence: 'Complete the withdrawals of {position}',
  parameters: { position, min_out: minOut },
  signature: 'completeNextWithdrawals(uint256 _minOut)',
  rules: [itbKarak, itbEigenLayer, itbCork],
  target: 'position',
  arguments: ({ min_out }) => [min_out],
})

const overrideIndexes = defineAction({
  route: 'itb/override_withdrawal_indexes',
  name: 'Set withdrawal indexes',
  description: 'Sets which queued withdrawals a position manager looks at.',
  sentence: 'Set withdrawal indexes of {position} to {start} and {end}',
  parameters: {
    position,
    start: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'First withdrawal' },
    end: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Last withdrawal' },
  },
  signature: 'overrideWithdrawalIndexes(uint256 _start, uint256 _end)',
  rules: [itbKarak, itbEigenLayer, itbCork],
  target: 'position',
  arguments: ({ start, end }) => [start, end],
})

/** The actions of a strategist with position managers that queue withdrawals. */
export const itbQueueActions = [
  deposit,
  depositWithData,
  withdrawAtLeast,
  stake,
  unstake,
  startWithdrawal,
  completeWithdrawal,
  completeNextWithdrawal,
  completeNextWithdrawals,
  overrideIndexes,
] as const
