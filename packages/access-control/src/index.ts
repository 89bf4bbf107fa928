export { type ActName, acts } from './act/catalogue.ts'
export { actsOf } from './act/question.ts'
export { answerAhead, changesAhead, sentencesAhead } from './answer/ahead.ts'
export {
  type ActAnswer,
  type ControlAnswer,
  explainAct,
  fewestKeys,
  solveControl,
} from './answer/control-answer.ts'
export {
  actChangeText,
  type ControlChange,
  type ControlChangeKind,
  controlChangeKinds,
  controlChangeOf,
  type SolvedControl,
} from './answer/control-change.ts'
export { type ActChange, diffControl } from './answer/control-diff.ts'
export {
  bridgeSentences,
  controlHeadline,
  delayText,
  keysText,
  notSeen,
  pathText,
  shortText,
  stepText,
  stepTexts,
  type TakingKeys,
  takingKeysOf,
} from './answer/control-sentence.ts'
export { type PinnedCode, parsePinnedCodes } from './code/pinned-code.ts'
export { recogniseCode } from './code/recognise-code.ts'
export { slotUnder } from './completeness/explain.ts'
export { atomOf, type ControlRule, type Formula } from './model/formula.ts'
export { guardedFunctions, selectors } from './model/guarded-function.ts'
export {
  type ControlAccount,
  type ControlAuth,
  type ControlState,
  capabilityOf,
  type Selector,
  type UnproxiedAccount,
} from './model/state.ts'
export { checkControl } from './policy/check-control.ts'
export type { ControlPolicy } from './policy/control-policy.ts'
export { readControl } from './reading/control-reading.ts'
export {
  type ControlWitness,
  controlWitnessOf,
  parseControlWitness,
  printControlWitness,
  replayControl,
} from './reading/control-witness.ts'
export { firstSlots } from './reading/first-slots.ts'
export {
  type ControlContracts,
  type ControlHints,
  type ControlReading,
  noHints,
} from './reading/request.ts'
export { cutsOf } from './solve/cut.ts'
export type { PathStep } from './solve/path.ts'
export { openSolver, type RuleSource, type Solver } from './solve/solver.ts'
