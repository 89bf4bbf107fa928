export {
  type AmountProblem,
  type AmountReading,
  InvalidAmountError,
  maxAmount,
  parseUnits,
  printGrouped,
  printUnits,
  readUnits,
} from './amount.ts'
