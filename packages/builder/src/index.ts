export { LeafMissingError } from './batch/action-call.ts'
export { type BuiltAction, ManagerTreeMissingError } from './batch/batch.ts'
export { type Built, buildAction, buildActions, NoActionsError } from './batch/build.ts'
export { ActionRefusedError, type ProvenCall } from './batch/prove.ts'
export { type Constraint, constraintsOf } from './permission/constraint.ts'
export {
  type Choice,
  type Manifest,
  type ManifestAction,
  type ManifestParameter,
  manifestOf,
  manifestSteps,
} from './permission/manifest.ts'
export {
  type BuildContext,
  preparationSteps,
  type TreeContext,
} from './permission/permission-index.ts'
export { RouteNotPermittedError, UnknownRouteError } from './permission/route.ts'
export {
  AmbiguousStrategistError,
  type Strategist,
  strategistOf,
  UnknownStrategistError,
} from './permission/strategist.ts'
export { MalformedAnswerError } from './read/answer.ts'
export {
  type BlockCall,
  type BlockCallResult,
  MissingAnswerError,
  type Reads,
  UnreadableAnswerError,
} from './read/contract-reader.ts'
export { fetchFacts } from './resolve/fetch-facts.ts'
export { InvalidParametersError, type ParameterProblem } from './resolve/problem.ts'
export {
  type AmountProblem,
  type AmountReading,
  InvalidAmountError,
  maxAmount,
  parseUnits,
  printGrouped,
  readUnits,
} from './value/amount.ts'
export type { ActionRequest } from './value/request.ts'
export { requestsOf } from './value/request.ts'
