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
export { adminByStore, putVault, readVaults } from './admin/by-store.ts'
export { type Synced, syncVault } from './admin/root-sync.ts'
export { readCallUnits } from './calldata/call-unit.ts'
export { type Decoded, decodeCalldata } from './calldata/decode.ts'
export { readDrones } from './calldata/drone.ts'
export {
  type Encoded,
  type EncodedCall,
  encodeCalldata,
  type WantedCall,
} from './calldata/encode.ts'
export {
  type CallExplanation,
  explainAll,
  type Subject,
} from './calldata/explain.ts'
export { managerBatchIn, type SignedAround } from './calldata/manager-batch.ts'
export {
  answerPacking,
  type Packing,
  type PackingAnswer,
  type PackingQuestion,
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
export { type DemoQueue, openDemoQueue } from './demo/safe/queue.ts'
export type { Row, StandInReply, StandInRequest } from './demo/safe/request.ts'
export { serveSafeStandIn } from './demo/safe/serve.ts'
export { openSafeStandIn } from './demo/safe/stand-in.ts'
export type { StandInChain } from './demo/safe/transaction.ts'
export { type Demo, demoPrices, seedDemo } from './demo/seed.ts'
export { seedSolanaDemo, solanaDemoDays, solanaDemoStart } from './demo/solana.ts'
export type { DrillDemand } from './exit/demand.ts'
export {
  type Drill,
  type DrillRequest,
  drillQueryOf,
  runDrill,
} from './exit/drill.ts'
export { type ExitDrill, replayExitDrill, runExitDrill } from './exit/exit-drill.ts'
export { parseExitWitness, printExitWitness } from './exit/exit-witness.ts'
export {
  type FinalityWalk,
  fileOfFinal,
  followFinality,
  makeFinalityFile,
  tieBlock,
  tieNewer,
} from './finality/finality-file.ts'
export { tieRollup } from './finality/rollup-tie.ts'
export { explainReceipt, type ServedReceipt, subjectOf } from './indexing/explain-receipt.ts'
export { explainValue } from './indexing/explain-value.ts'
export {
  type EarlierValue,
  isProven,
  type OlderFormula,
  type ReceiptCheck,
  type ValueExplanation,
  type ValueKind,
  valueKinds,
} from './indexing/explained.ts'
export { type Filled, fillGaps } from './indexing/fill.ts'
export { isRecomputed, recomputeDay } from './indexing/recompute-day.ts'
export { type Repair, repairDays } from './indexing/repair.ts'
export {
  type ReplayedVault,
  type ReplayProgress,
  type ReplayRequest,
  replayHere,
  replayVaults,
} from './indexing/replay.ts'
export { type QueuedReplay, replayByQueue } from './indexing/replay-queue.ts'
export { type FailedWork, type RunCounts, startRunSummary } from './indexing/run-summary.ts'
export { openServedReceipts, type ServedReceiptReader } from './indexing/served-receipt.ts'
export {
  failureText,
  type Gap,
  type GapSpan,
  gapsOf,
  type IndexRow,
  isCurrent,
  readIndexPage,
  readIndexStatus,
  spansOf,
} from './indexing/status.ts'
export { holdOf } from './simulation/hold.ts'
export { chainIdIn, openReplay, recordedPool, recordFacts } from './simulation/recording.ts'
export { replayLimit } from './simulation/replay-limit.ts'
export {
  type EngineAnswer,
  isAgreed,
  isStated,
  isSuccess,
  provenIn,
  type ResultUnits,
  type RunTerms,
  type SimulationResult,
  simulationsIn,
} from './simulation/result.ts'
export { argumentText, revertText } from './simulation/revert-text.ts'
export {
  type EngineName,
  engineNames,
  runSimulation,
  type SimulationRun,
} from './simulation/simulation.ts'
export {
  isWitnessText,
  type JudgedReplay,
  judgeReplay,
  type StatedReplay,
} from './simulation/witness.ts'
export { buildOnSolana, type SolanaBuildResult } from './solana/build.ts'
export type { SolanaBuildOptions, SolanaBuildRequest } from './solana/build-request.ts'
export { readDigestHistory, type SvmVaultHistory } from './solana/history.ts'
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
  type SvmStateReading,
  svmConstraintsAt,
  svmManifestAt,
} from './solana/read.ts'
export { verifySvmAt } from './solana/verify.ts'
export { ofSwap, readSwapBatch, type SwapBatchFields } from './swap/batch/batch-request.ts'
export {
  buildSwapBatch,
  quoteSwapBatch,
  type SwapBatchRequest,
  type SwapBatchTransaction,
} from './swap/batch/swap-batch.ts'
export { assertLimitAtMarket, readMarketBound } from './swap/market-bound.ts'
export type { MarketOrder, MarketTransaction } from './swap/market-order.ts'
export { type FillValue, readFillValues } from './swap/order/fill-value.ts'
export {
  ForeignOrderError,
  type OrderPorts,
  readOrderStates,
  readSettlement,
  type TrackedOrder,
} from './swap/order/order.ts'
export {
  type CancelRoute,
  cancelRouteOf,
  type OrderCancelPlan,
  planOrderCancel,
} from './swap/order/order-cancel.ts'
export type { AllowanceChange, OrderRequest } from './swap/order/order-fund.ts'
export { findPlacedOrders, type PlacedOrder } from './swap/order/order-log.ts'
export {
  firstBlockSince,
  type LimitOrderDraft,
  type LimitOrderPlan,
  planLimitOrder,
} from './swap/order/order-plan.ts'
export { buildMarket } from './swap/quote/market.ts'
export { quoteSwap } from './swap/quote/quote.ts'
export { readSwapAmount, readSwapRequest } from './swap/request.ts'
export {
  countedToken,
  readSwapPair,
  readSwapToken,
  type SwapField,
  SwapFieldError,
  type SwapFieldNames,
  type SwapTokenSource,
  type TokenPair,
} from './swap/request-token.ts'
export { AmountAbovePolicyError } from './swap/sell-amount.ts'
export type { SwapContext } from './swap/swap-context.ts'
export {
  type CheckedDecoder,
  checkDeployedDecoder,
  type DecoderQuestions,
} from './tree/decoder-check.ts'
export { readManagerHistory } from './tree/manager-history.ts'
export { readStrategists, type StrategistSearch } from './tree/strategist.ts'
export { readTreeOnChain, type TreeOnChain } from './tree/tree-on-chain.ts'
export { checkEvidence, checkEvidenceOnChain, type EvidenceExpectation } from './verify/evidence.ts'
export { assertVault, OtherVaultError, readManager } from './verify/manager-reading.ts'
export { type OnChainVerdict, type VerifyFiles, verifyAtBlock } from './verify/verify-at-block.ts'
export { readNavAt } from './worth/read-nav.ts'
