export type { EvmFrame } from './machine/frame.ts'
export {
  beginBlock,
  type EvmCall,
  type EvmMachine,
  type EvmRun,
  evmVersion,
  GasTooLowError,
  openMachine,
  placeCode,
} from './machine/machine.ts'
export {
  type EvmBlock,
  historyContract,
  type Surrounding,
  unknowable,
} from './machine/surroundings.ts'
export {
  type EvmRules,
  HeaderNotUnderstoodError,
  rulesAfter,
  UnknownHardforkError,
} from './rules/rules.ts'
export type { AccountChange } from './world/change.ts'
export { type BringState, openWorld, StateMissingError, type World } from './world/world.ts'
