export { readRateProviders } from './accountant/rate-provider.ts'
export { type AccountantFound, readAccountant } from './accountant/reading.ts'
export { type Action, type Approval, defineAction, encodeAction, type Sends } from './action.ts'
export { actionsOfCall, type CallReading, type ReadableCall } from './call-reading.ts'
export { isSentenceOf, type SentenceContext, sentencesOfCall } from './call-sentence.ts'
export { type ChainPrice, type PriceFound, readChainPrice } from './chain-price.ts'
export { type ClaimContext, claimSteps, claimsOf } from './claim.ts'
export { readTokenUnits, type TokenUnits } from './erc-20/token-unit.ts'
export { longestList, type Question, questionOf } from './fact.ts'
export { joinFound } from './found.ts'
export {
  joinKnowledge,
  type Knowledge,
  type KnownUnit,
  knowledgeOf,
  noKnowledge,
} from './knowledge.ts'
export { type Claim, type Match, matchDroneLeaf, matchLeaf, type Owner } from './match.ts'
export type {
  AccountParameter,
  ActionsParameter,
  AmountParameter,
  AmountsParameter,
  AnyValues,
  BytesParameter,
  DeadlineParameter,
  FactSource,
  FlagParameter,
  IntegerParameter,
  IntegersParameter,
  MinimumParameter,
  MinimumsParameter,
  NetworkParameter,
  Numbering,
  Parameter,
  Parameters,
  Place,
  Quote,
  RawParameter,
  TextParameter,
  TokenParameter,
  TokensParameter,
  Unit,
  WordParameter,
} from './parameter.ts'
export {
  type Bound,
  boundSlotsOf,
  type Pattern,
  type Piece,
  patternsOf,
  UnpackableActionError,
} from './pattern.ts'
export {
  isComplete,
  type Permission,
  type Permissions,
  permissionSteps,
  permissionsOf,
  type ReadOptions,
  type Standing,
} from './permission.ts'
export {
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  leafOf,
  permit2Address,
  type Seat,
  type WantedApproval,
} from './permit.ts'
export type {
  Found,
  FoundHolding,
  FoundQuote,
  PositionReader,
  ReadMoment,
  Subject,
} from './position.ts'
export { positionReaders } from './position-list.ts'
export { readSubject, readSubjects, subjectsOf } from './position-reading.ts'
export { actionOf, protocolOf } from './protocol.ts'
export type { Protocol } from './protocol-entry.ts'
export { protocols } from './protocol-list.generated.ts'
export { joinReadings, type Read, type Reading, type ReadResult } from './reading.ts'
export { replayReading, UnrecordedReadError } from './replay-reading.ts'
export { ruleBook } from './rule-book.ts'
export { sampleOf } from './sentinel.ts'
export { UnevenPathError } from './uniswap-v3/path.ts'
