export type { BuiltAction } from './batch/batch.ts'
export { type Built, buildAction, buildActions } from './batch/build.ts'
export type { ProvenCall } from './batch/prove.ts'
export { type Constraint, constraintsOf } from './permission/constraint.ts'
export {
  type Manifest,
  type ManifestAction,
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
  type BlockCall,
  type BlockCallResult,
  MissingAnswerError,
  type Reads,
} from './read/contract-reader.ts'
export { fetchFacts } from './resolve/fetch-facts.ts'
export { InvalidParametersError, type ParameterProblem } from './resolve/problem.ts'
export { maxAmount, parseUnits, printGrouped, readUnits } from './value/amount.ts'
export { slippageName } from './value/minimum.ts'
export type { ActionRequest } from './value/request.ts'
export { requestsOf } from './value/request.ts'
