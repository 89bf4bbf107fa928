export { readAccountant, readSharesAtLastUpdate } from './accountant/reading.ts'
export { type Action, type ActionApproval, defineAction, encodeAction } from './action/action.ts'
export { longestList, parseFactCall } from './action/fact.ts'
export {
  emptyFacts,
  type KnownFacts,
  type KnownUnit,
  knownFactsOf,
  mergeFacts,
} from './action/known-facts.ts'
export {
  type Claim,
  matchDroneLeaf,
  matchLeaf,
  type Owner,
  type PatternMatch,
} from './action/match.ts'
export type {
  ActionInputValues,
  ActionParameter,
  AmountParameter,
  AmountsParameter,
  CallerAccounts,
  FactSource,
  MinimumParameter,
  MinimumsParameter,
  NetworkParameter,
  Numbering,
  QuoteCall,
  UnitSource,
} from './action/parameter.ts'
export {
  type BoundValue,
  boundSlotsOf,
  type Pattern,
  type PatternPiece,
  patternsOf,
} from './action/pattern.ts'
export {
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  type LeafActor,
  leafOf,
  permit2Address,
  type WantedApproval,
} from './action/permit.ts'
export type { Protocol } from './action/protocol-entry.ts'
export { sampleOf } from './action/sentinel.ts'
export { claimSteps, claimsOf } from './catalogue/claim.ts'
export { type ActionEvidence, evidenceOf } from './catalogue/evidence.ts'
export { exits } from './catalogue/exit-list.ts'
export {
  isComplete,
  type LeafSlot,
  type Permission,
  type Permissions,
  permissionSteps,
  permissionsOf,
} from './catalogue/permission.ts'
export { positionReaders } from './catalogue/position-list.ts'
export { readSubject, readSubjects, subjectsOf } from './catalogue/position-reading.ts'
export { actionOf, protocolOf } from './catalogue/protocol.ts'
export { protocols } from './catalogue/protocol-list.generated.ts'
export { protocolTitleOf } from './catalogue/protocol-title.ts'
export { ruleBook } from './catalogue/rule-book.ts'
export { swapVenues, unquotedReasonOf, venueOf } from './catalogue/venue-list.ts'
export { bareOrderRuleBook } from './cow/bare-order.ts'
export {
  decodeOrder,
  decodePreSignature,
  emptyAppData,
  encodeOrder,
  encodePreSignature,
  InvalidOrderUidError,
  type OrderTerms,
  orderDigestOf,
  orderDomainOf,
  orderUidOf,
  parseOrderUid,
} from './cow/order.ts'
export { orderBookBodyOf } from './cow/order-body.ts'
export {
  type CallDescription,
  describeCall,
  encodeDescription,
} from './description/call-description.ts'
export { descriptionProblemOf } from './description/leaf-description.ts'
export { marksOf, markWords } from './description/mark.ts'
export { type AllowancePair, allowancePairsOf } from './erc-20/allowance.ts'
export { readTokenUnits } from './erc-20/token-unit.ts'
export {
  isOperatorCall,
  isRewardCall,
  minimumsIn,
  operatorsIn,
  payloadsIn,
  recipientsIn,
  spendersIn,
} from './leaf/free-argument.ts'
export { type LeafArgument, leafArgumentsOf } from './leaf/leaf-argument.ts'
export { accountOf, parseLabel, roleOf } from './leaf/role.ts'
export { labelsFor, type RuleShape, shapeOf } from './leaf/rule-shape.ts'
export { type SecondReading, secondReadingOf } from './leaf/second-reading.ts'
export { meaningsOf } from './meaning/action-sample.ts'
export type { DescribedArgument } from './meaning/argument-text.ts'
export {
  actionsOfCall,
  type DecodedAction,
  type ReadableCall,
  readingsOfCall,
} from './meaning/call-reading.ts'
export { isSentenceOf } from './meaning/call-sentence.ts'
export { parseDrones } from './meaning/named-drone.ts'
export { permissionSentenceOf } from './meaning/permission-sentence.ts'
export { behindArguments } from './meaning/tail.ts'
export {
  accountNameOf,
  type CallContext,
  callContextOf,
  grouped,
  nativeTextOf,
  vaultNoteOf,
} from './meaning/value-text.ts'
export type { Exit, ExitRoute } from './position/exit.ts'
export type {
  HoldingResult,
  PositionReader,
  PositionResult,
  PositionSubject,
  ReadMoment,
} from './position/position.ts'
export type { MovableKind } from './position/spot.ts'
export { pricedDecoders, pricedRuleBook } from './priced/priced-rule.ts'
export { type ChainPrice, type PriceResult, readChainPrice } from './reading/chain-price.ts'
export {
  type ContractRead,
  type ContractReadResult,
  type Donation,
  joinReadings,
  type Reading,
} from './reading/reading.ts'
export { replayReading, UnrecordedReadError } from './reading/replay-reading.ts'
export { readAmount } from './swap/quote-read.ts'
export type {
  CalldataAccount,
  CalldataFields,
  CalldataReceiver,
  FreeField,
  SwapVenue,
  VenueFact,
  VenueKind,
  VenueToken,
  VenueValues,
} from './swap/venue.ts'
export { amountsAtPrice } from './uniswap-v3/tick.ts'
export { type NavReadResult, readNav } from './vault/nav-read.ts'
export type { QuoteSourceRef } from './vault/price-trust.ts'
export type { AllowancePairs, ExpectedRoots, VaultReadPlan } from './vault/read-plan.ts'
export { type UnreadPlace, unreadPlacesOf } from './vault/unread-place.ts'
export { readVault } from './vault/vault-read.ts'
export { buildVaultState, unseenRootsOf, type VaultReadInputs } from './vault/vault-state.ts'
