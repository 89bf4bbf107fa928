export type { AnswerSummary } from './answer/answer.ts'
export { batchLinesOf, packetAnswer, totalsOfCalls } from './answer/packet-answer.ts'
export { quoteVerdict } from './answer/quote-verdict.ts'
export { builtAnswer, recordAnswer } from './answer/record-answer.ts'
export { svmBuiltVerdict, svmVerdict } from './answer/svm-verdict.ts'
export { diffVerdict, riskVerdict } from './answer/tree-verdict.ts'
export type { RequestedAction } from './built/action-comparison.ts'
export { type ActingStrategist, type BuildTrees, readBuildTrees } from './built/build-trees.ts'
export { checkAnswer } from './built/check-answer.ts'
export type { BuiltCall, BuiltCheck } from './built/check-built.ts'
export { checkDay, type VaultAddress } from './day/day-check.ts'
export { type CheckedPerformance, checkPerformance } from './day/performance-check.ts'
export {
  type Comparison,
  checkOf,
  comparisonOf,
  type Judgement,
  openComparison,
} from './day/receipt-check.ts'
export { type SeriesDay, seriesOf } from './day/series.ts'
export { exitVerdict } from './exit/exit-verdict.ts'
export { checkCancel } from './order/check-cancel.ts'
export { checkOrder } from './order/check-order.ts'
export { isUidOf, settlementsIn } from './order/order-name.ts'
export { isAlive } from './order/order-status.ts'
export type { RequestedOrder } from './order/order-term.ts'
export { plainAmount } from './quote/amount.ts'
export { checkQuoteAt, type QuoteCheck, type RequestedQuote } from './quote/check-quote.ts'
export { checkSwap } from './quote/check-swap.ts'
export { printBase64Url } from './review/assertion.ts'
export { type KnownReview, reviewHeadOf, verifyReview } from './review/check-review.ts'
export {
  noEntryHash,
  passkeyFingerprintOf,
  type ReviewDraft,
  reviewChallengeOf,
  reviewEntryHashOf,
} from './review/review-entry.ts'
export { type CheckedReview, checkReviewFile } from './review/review-file.ts'
export {
  requiredApprovalsOf,
  reviewReasons,
  reviewStateOf,
  reviewUnknown,
  withReasons,
} from './review/review-state.ts'
export {
  namingFor,
  noRootInputs,
  openRootProof,
  openTreeFile,
  packetRootOf,
  type RootInputs,
  rootInputsOf,
} from './root/root-evidence.ts'
export { executionVerdict } from './safe/execution-verdict.ts'
export { safeEntryAnswer } from './safe/queue-answer.ts'
export { type CheckedSafe, checkSafeAccount, type SafeAccountAnswer } from './safe/safe-account.ts'
export { type CheckedSafeEntry, type CheckedSafeQueue, checkSafeQueue } from './safe/safe-queue.ts'
export {
  type StatedBound,
  statedAssetOf,
  statedBoundsOf,
  statementContext,
} from './safe/stated-bound.ts'
export type { AnswerInputs } from './saved/answer-input.ts'
export { AnswerNotFollowedError, checkedClientOf } from './saved/checked-client.ts'
export type { RootInForce, WitnessRun } from './saved/evidence-reason.ts'
export { compareWithRequest } from './saved/expected-request.ts'
export { parseSavedRequest } from './saved/request.ts'
export { checkSavedAnswer } from './saved/saved-answer.ts'
export { checkProof, type ReplayedWitness } from './simulation/check-proof.ts'
export { checkRecord } from './simulation/check-record.ts'
export { anyRecordOf, recordOf } from './simulation/record.ts'
export { checkSvmAnswer } from './solana/check-svm-answer.ts'
export type { SvmBuiltCheck } from './solana/check-svm-built.ts'
export { withFieldNames } from './solana/free-text.ts'
export {
  assertTransaction,
  type JudgedDigest,
  type JudgedInstruction,
  type JudgedTransaction,
  judgeTransaction,
} from './solana/judge.ts'
export { readVault, type VaultReadingData } from './solana/read-vault.ts'
export { checkSvmDays, checkSvmWeek, type ReadingCheck } from './solana/svm-day-check.ts'
export { type GivenEvidence, parseEvidence } from './solana/vault-evidence.ts'
export { flowsOfBatch } from './total/call-flow.ts'
export { type FlowTotals, type TokenTotal, totalsOf } from './total/flow.ts'
export { decimalsOf, flowsOfRun, measuredRunOf, unitsOfRun } from './total/run-flow.ts'
export { totalTextOf, totalUnitOf } from './total/total-text.ts'
export { type TransactionTotals, totalsOfTransaction } from './total/transaction-total.ts'
export { type AnswerReason, type AnswerVerdict, verdictOf } from './verdict/verdict.ts'
export { notCovered } from './worth/nav-place.ts'
export { type NavReport, navReportOf } from './worth/nav-report.ts'
export {
  parseReadingWitness,
  printReadingWitness,
  type ReadingWitness,
  replayReadingWitness,
} from './worth/reading-witness.ts'
