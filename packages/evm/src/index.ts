export {
  type BlockFact,
  type EvmBlock,
  type EvmMachine,
  type EvmRun,
  historyContract,
  unknowable,
} from './machine/evm-type.ts'
export {
  beginBlock,
  evmVersion,
  openMachine,
  placeCode,
  slotsBegunWith,
  writeSlot,
} from './machine/machine.ts'
export { EvmMemoryLimitError } from './machine/memory-limit.ts'
export {
  assertProvable,
  type EvmRules,
  HeaderNotUnderstoodError,
  rulesAfter,
} from './rules/rules.ts'
export { StateMissingError } from './world/state-missing-error.ts'
export { type EvmTimeLimit, EvmTimeLimitError } from './world/time-limit.ts'
export { openWorld } from './world/world.ts'
export { readCode, readWord } from './world/world-access.ts'
export type { AccountChange, BringState, World } from './world/world-type.ts'
