export {
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
} from './machine/machine.ts'
export {
  type EvmRules,
  HeaderNotUnderstoodError,
  rulesAfter,
  UnknownHardforkError,
} from './rules/rules.ts'
export { StateMissingError } from './world/state-missing-error.ts'
export { openWorld } from './world/world.ts'
export type { AccountChange, BringState, World } from './world/world-type.ts'
