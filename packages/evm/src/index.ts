export {
  type ChosenSurroundings,
  type EvmBlock,
  type EvmCall,
  type EvmFrame,
  type EvmMachine,
  type EvmRun,
  historyContract,
  type Surrounding,
  unknowable,
} from './machine/evm-type.ts'
export {
  beginBlock,
  evmVersion,
  GasTooLowError,
  openMachine,
  placeCode,
  slotsBegunWith,
} from './machine/machine.ts'
export { EvmMemoryLimitError } from './machine/memory-limit.ts'
export {
  assertProvable,
  ChainNotProvableError,
  type EvmRules,
  HardforkNotShownError,
  HeaderNotUnderstoodError,
  OtherHardforkError,
  rulesAfter,
  UnknownHardforkError,
} from './rules/rules.ts'
export { StateMissingError } from './world/state-missing-error.ts'
export { type EvmTimeLimit, EvmTimeLimitError } from './world/stopwatch.ts'
export { openWorld } from './world/world.ts'
export type { AccountChange, BringState, World } from './world/world-type.ts'
