export type {
  Admin,
  AdminAct,
  AdminKey,
  AdminSvmVault,
  AdminUser,
  AdminVault,
  AdminVaultDetail,
  SvmVaultDraft,
  TreeDraft,
  VaultDraft,
} from './admin/admin.ts'
export { adminByApi } from './admin/by-api.ts'
export {
  adminByStore,
  putSvmVault,
  putVault,
  readVaults,
} from './admin/by-store.ts'
export { type Synced, syncVault } from './admin/root-sync.ts'
export { type BatchPlace, readCallUnits } from './calldata/call-unit.ts'
export { type Decoded, decodeCalldata } from './calldata/decode.ts'
export { readDrones } from './calldata/drone.ts'
export {
  CallRefusedError,
  type Encoded,
  type EncodedCall,
  encodeCalldata,
  NoManagerError,
  type WantedCall,
} from './calldata/encode.ts'
export {
  type CallExplanation,
  explainAll,
  type Subject,
} from './calldata/explain.ts'
export {
  type ManagerBatch,
  type ManagerBatchChoice,
  ManagerBatchError,
  managerBatchIn,
  type SignedAround,
} from './calldata/manager-batch.ts'
export {
  answerPacking,
  MalformedCalldataError,
  NoRuleError,
  type Packing,
  type PackingAnswer,
  type PackingQuestion,
  RefusedByDecoderError,
} from './calldata/packing.ts'
export { buildTreeOf, knownFactsFor } from './definition/build.ts'
export { checkDefinition, type DefinitionCheck } from './definition/check.ts'
export { type LockUpdate, staleFactsOf, updateLock } from './definition/lock-update.ts'
export {
  type Plan,
  type PlannedStrategist,
  type PlanStep,
  planRoots,
  type RootsOnChain,
  readRoots,
  type TimelockOptions,
} from './definition/root-plan.ts'
export { type FalseSlot, writeFalseSlot } from './demo/false-slot.ts'
export { type Demo, demoPrices, seedDemo } from './demo/seed.ts'
export {
  type SolanaDemoParts,
  seedSolanaDemo,
  solanaDemoDays,
  solanaDemoStart,
} from './demo/solana.ts'
export { explainReceipt, type ServedReceipt, subjectOf } from './index/explain-receipt.ts'
export { DayNotIndexedError, explainValue } from './index/explain-value.ts'
export {
  type EarlierValue,
  isProven,
  type OlderFormula,
  type ReceiptCheck,
  type ValueExplanation,
  type ValueKind,
  valueKinds,
} from './index/explained.ts'
export { type Filled, fillGaps } from './index/fill.ts'
export { type Repair, repairDays } from './index/repair.ts'
export {
  type ReplayedVault,
  type ReplayLanes,
  type ReplayProgress,
  type ReplayRequest,
  type ReplayTarget,
  replayHere,
  replayVaults,
} from './index/replay.ts'
export { type QueuedReplay, replayByQueue } from './index/replay-queue.ts'
export { type FailedWork, type RunCounts, startRunSummary } from './index/run-summary.ts'
export { openServedReceipts, type ServedReceiptReader } from './index/served-receipt.ts'
export {
  failureText,
  type Gap,
  type GapSpan,
  gapsOf,
  type IndexPageSelection,
  type IndexRow,
  isCurrent,
  readIndexPage,
  readIndexStatus,
  spansOf,
} from './index/status.ts'
export { type HoldAnswer, holdOf } from './simulation/hold.ts'
export { chainIdIn, openReplay, recordedPool, recordFacts } from './simulation/recording.ts'
export { replayLimit } from './simulation/replay-limit.ts'
export {
  type EngineAnswer,
  isAgreed,
  isStated,
  isSuccess,
  provenIn,
  type ResultUnit,
  type ResultUnits,
  type RunTerms,
  type SimulationResult,
  simulationsIn,
} from './simulation/result.ts'
export { argumentText, revertText } from './simulation/revert-text.ts'
export {
  type EngineName,
  engineNames,
  readUnits,
  runSimulation,
  type SimulationRun,
  TargetWithoutCodeError,
} from './simulation/simulation.ts'
export {
  isWitnessText,
  type JudgedReplay,
  judgeReplay,
  replayedResult,
  type StatedReplay,
} from './simulation/witness.ts'
export { buildOnSolana, type SolanaBuildResult } from './solana/build.ts'
export type { SolanaBuildOptions, SolanaBuildRequest } from './solana/build-request.ts'
export type { SolanaPriorityFee } from './solana/fee.ts'
export {
  readDigestHistory,
  type SvmHistoryQuery,
  type SvmVaultHistory,
} from './solana/history.ts'
export {
  lintDefinition,
  lintVault,
  type SvmLintedDigest,
  type SvmLintReport,
} from './solana/lint.ts'
export { planSvmDigests } from './solana/plan.ts'
export {
  readLookupTablesAt,
  readVaultAt,
  type SvmAccountSource,
  type SvmRouteReading,
  type SvmStateReading,
  svmConstraintsAt,
  svmManifestAt,
} from './solana/read.ts'
export {
  SquadsTransactionMissingError,
  type SvmNodeVerdict,
  type SvmVerifyOptions,
  verifySvmAt,
} from './solana/verify.ts'
export { assertLimitAtMarket, type MarketBound, readMarketBound } from './swap/market-bound.ts'
export type { AllowanceLeft, MarketOrder, MarketTransaction } from './swap/market-order.ts'
export {
  ForeignOrderError,
  NotASettlementError,
  type OrderPorts,
  readOrderStates,
  readSettlement,
  type TrackedOrder,
} from './swap/order.ts'
export {
  type CancelRoute,
  type OrderCancelPlan,
  OrderEndedError,
  planOrderCancel,
} from './swap/order-cancel.ts'
export {
  type AllowanceChange,
  type OrderRequest,
  type OrderToken,
  SilentTokenError,
} from './swap/order-fund.ts'
export {
  findPlacedOrders,
  type OrderRange,
  type OrderSettlement,
  type PlacedOrder,
} from './swap/order-log.ts'
export {
  firstBlockSince,
  type KnownOrders,
  type LimitOrderPlan,
  type LimitOrderWish,
  OrderUnderfundedError,
  planLimitOrder,
} from './swap/order-plan.ts'
export { buildMarket, CandidateMissingError, QuoteStaleError } from './swap/quote/market.ts'
export { quoteSwap } from './swap/quote/quote.ts'
export {
  AmountAbovePolicyError,
  NoPermittedVenueError,
} from './swap/quote-session.ts'
export { readSwapAmount, readSwapRequest } from './swap/request.ts'
export {
  countedToken,
  readSwapPair,
  readSwapToken,
  type SwapField,
  SwapFieldError,
  type SwapFieldNames,
  type SwapFields,
  type SwapTokenSource,
  TokenDecimalsUnknownError,
  type TokenPair,
} from './swap/request-token.ts'
export type { SwapContext } from './swap/swap-context.ts'
export { errorOfRefusal, PriceUnknownError, SwapRefusedError } from './swap/swap-refusal.ts'
export {
  type CheckedDecoder,
  checkDeployedDecoder,
  type DecoderQuestions,
  NoDecoderFunctionError,
} from './tree/decoder-check.ts'
export {
  type HistoryRange,
  type ManagerHistory,
  readManagerHistory,
} from './tree/manager-history.ts'
export { readStrategists, type StrategistSearch } from './tree/strategist.ts'
export { readTreeOnChain, type TreeOnChain } from './tree/tree-on-chain.ts'
export { checkEvidence, checkEvidenceOnChain, type EvidenceExpectation } from './verify/evidence.ts'
export { assertVault, OtherVaultError, readManager } from './verify/manager-reading.ts'
export { type OnChainVerdict, type VerifyFiles, verifyAtBlock } from './verify/verify-at-block.ts'
