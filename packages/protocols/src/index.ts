export { readRateProviders } from './accountant/rate-provider.ts'
export { type AccountantResult, readAccountant } from './accountant/reading.ts'
export {
  type Action,
  type ActionApproval,
  defineAction,
  encodeAction,
  type Sends,
} from './action.ts'
export { actionsOfCall, type DecodedAction, type ReadableCall } from './call-reading.ts'
export { isSentenceOf, type SentenceContext, sentencesOfCall } from './call-sentence.ts'
export { type ChainPrice, type PriceResult, readChainPrice } from './chain-price.ts'
export { type ClaimContext, claimSteps, claimsOf } from './claim.ts'
export { readTokenUnits, type TokenUnits } from './erc-20/token-unit.ts'
export { type FactCall, longestList, parseFactCall } from './fact.ts'
export { mergePositionResults } from './found.ts'
export {
  emptyFacts,
  type KnownFacts,
  type KnownUnit,
  knownFactsOf,
  mergeFacts,
} from './knowledge.ts'
export { type Claim, matchDroneLeaf, matchLeaf, type Owner, type PatternMatch } from './match.ts'
export type {
  AccountParameter,
  ActionInputValues,
  ActionParameter,
  ActionParameters,
  ActionsParameter,
  AmountParameter,
  AmountsParameter,
  BytesParameter,
  CallerAccounts,
  DeadlineParameter,
  FactSource,
  FlagParameter,
  IntegerParameter,
  IntegersParameter,
  MinimumParameter,
  MinimumsParameter,
  NetworkParameter,
  Numbering,
  QuoteCall,
  RawParameter,
  TextParameter,
  TokenParameter,
  TokensParameter,
  UnitSource,
  WordParameter,
} from './parameter.ts'
export {
  type BoundValue,
  boundSlotsOf,
  type Pattern,
  type PatternPiece,
  patternsOf,
  UnpackableActionError,
} from './pattern.ts'
export {
  isComplete,
  type LeafSlot,
  type Permission,
  type PermissionOptions,
  type Permissions,
  permissionSteps,
  permissionsOf,
} from './permission.ts'
export {
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  type LeafActor,
  leafOf,
  permit2Address,
  type WantedApproval,
} from './permit.ts'
export type {
  HoldingResult,
  PositionReader,
  PositionResult,
  PositionSubject,
  QuoteResult,
  ReadMoment,
} from './position.ts'
export { positionReaders } from './position-list.ts'
export { readSubject, readSubjects, subjectsOf } from './position-reading.ts'
export { actionOf, protocolOf } from './protocol.ts'
export type { Protocol } from './protocol-entry.ts'
export { protocols } from './protocol-list.generated.ts'
export {
  type ContractRead,
  type ContractReadResult,
  joinReadings,
  type Reading,
} from './reading.ts'
export { replayReading, UnrecordedReadError } from './replay-reading.ts'
export { ruleBook } from './rule-book.ts'
export { sampleOf } from './sentinel.ts'
export { UnevenPathError } from './uniswap-v3/path.ts'
