export { actsOf } from './act/question.ts'
export { explainAct, solveControl } from './answer/control-answer.ts'
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
export { cutsOf } from './solve/cut.ts'
export { openSolver, type RuleSource, type Solver } from './solve/solver.ts'
