export {
  type AmountProblem,
  type AmountReading,
  InvalidAmountError,
  maxAmount,
  parseUnits,
  printGrouped,
  readUnits,
} from './amount.ts'
export { MalformedAnswerError } from './answer.ts'
export { type BuiltAction, ManagerTreeMissingError } from './batch.ts'
export { type Built, buildAction, buildActions, NoActionsError } from './build.ts'
export { type Constraint, constraintsOf } from './constraint.ts'
export { type BuildContext, preparationSteps, type TreeContext } from './ground.ts'
export { fetchFacts } from './learn.ts'
export {
  type Choice,
  type Manifest,
  type ManifestAction,
  type ManifestParameter,
  manifestOf,
  manifestSteps,
} from './manifest.ts'
export { LeafMissingError } from './own-call.ts'
export { InvalidParametersError, type ParameterProblem } from './problem.ts'
export { ActionRefusedError, type ProvenCall } from './prove.ts'
export {
  type BlockCall,
  type BlockCallResult,
  MissingAnswerError,
  type Reads,
  UnreadableAnswerError,
} from './reads.ts'
export type { ActionRequest } from './request.ts'
export { requestsOf } from './request.ts'
export { RouteNotPermittedError, UnknownRouteError } from './route.ts'
export {
  AmbiguousStrategistError,
  type Strategist,
  strategistOf,
  UnknownStrategistError,
} from './strategist.ts'
