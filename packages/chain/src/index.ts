export {
  type Anvil,
  AnvilExitError,
  AnvilMissingError,
  type AnvilOptions,
  openAnvil,
} from './anvil/anvil.ts'
export { NotReadyError } from './anvil/anvil-process.ts'
export {
  type LocalChain,
  LocalChainError,
  type LocalManifest,
  openLocalChain,
  readLocalManifest,
} from './anvil/local-chain.ts'
export {
  BuildArtifactError,
  type BuiltCode,
  type CodeSpan,
  readBuiltCode,
} from './decoder/build-artifact.ts'
export {
  type CodeComparison,
  type CodeMetadata,
  type CodeSize,
  compareCode,
  type OpenValue,
} from './decoder/code-comparison.ts'
export {
  type CheckedFunction,
  checkDecoder,
  type DecoderCheckPlan,
  type DecoderCheckProgress,
  type DecoderCheckReport,
} from './decoder/decoder-check.ts'
export {
  compareDecoder,
  type DecoderCall,
  packedAnswerOf,
  readPackedArguments,
} from './decoder/packed-arguments.ts'
export { decodeRead, encodeRead } from './decoder/read-value.ts'
export { ForkDiedError, ForkNotUndoneError } from './fork/fork.ts'
export {
  type Fork,
  type ForkPool,
  ForkPoolClosedError,
  type ForkPoolOptions,
  type ForkPoolStats,
  ForkQueueFullError,
  NoUpstreamError,
  openForkPool,
} from './fork/fork-pool.ts'
export { type AgreementTerms, agreementPartOf } from './node-check/agreement-part.ts'
export { type NamedNode, namedNodesOf } from './node-check/named-node.ts'
export { type NodePartOptions, readNodePart } from './node-check/node-part.ts'
export { type Chain, type ChainOptions, openChain } from './port/chain.ts'
export {
  type Finality,
  InvalidFinalityError,
  parseFinality,
  printFinality,
  readFinalHead,
} from './port/finality.ts'
export { type ReadingRun, type RecordedCall, runReading } from './port/run-reading.ts'
export {
  type ProofQuery,
  type ProvenSlot,
  StateRootMissingError,
  type StorageProof,
} from './proof/storage-proof.ts'
export { type WarmHint, warmHintOf } from './proven/hint.ts'
export {
  DependsOnUnknownError,
  NoProofsError,
  OverridesNotProvenError,
  ProofGivenUpError,
} from './proven/no-proofs-error.ts'
export { type ProveReadsOptions, proveReads } from './proven/prove-reads.ts'
export {
  crossCheckWithProof,
  isUnprovable,
  type ProvenCheck,
  type ProvenPart,
  type ProvenSimulateAnswer,
  simulateWithProof,
} from './proven/proven-check.ts'
export { readProvenState, stateFileOf } from './proven/read-state.ts'
export {
  evmTimeDefault,
  type ProvenAnswer,
  type ProvenChain,
  type ProvenOptions,
  simulateProvenOn,
} from './proven/simulate-proven-on.ts'
export { ProofLimitError, type ProofLimits, proofLimits } from './proven/wanted.ts'
export { BlockNotFoundError, type Header, ReorgError } from './read/block.ts'
export {
  BeforeGenesisError,
  type BlockAt,
  type BlockAtReader,
  type BlocksAtReader,
} from './read/block-at.ts'
export type { Code } from './read/code.ts'
export { type ChainLog, type LogFilter, LogMismatchError } from './read/log.ts'
export type { CallReader } from './read/read-calls.ts'
export { type LogQuery, LogRangeError, type LogReader } from './read/read-logs.ts'
export { MissingDecimalsError, type Token, type TokenHolding } from './read/token.ts'
export { type BlockTransaction, readTransactions } from './read/transaction.ts'
export { RpcAnswerError } from './rpc/answer.ts'
export { DeepAnswerError, printCanonical } from './rpc/canonical.ts'
export { WrongChainError } from './rpc/chain-id.ts'
export { type CountingRpc, openCountingRpc, type RpcCounts } from './rpc/counting-rpc.ts'
export {
  openRecorder,
  openRecording,
  type Recorder,
  type RecordingChannel,
  RecordingDamagedError,
  RecordingMissError,
} from './rpc/recording.ts'
export { HistoryPrunedError, type RefusalKind, RpcRefusedError } from './rpc/refusal.ts'
export type { Rpc, RpcAnswer, RpcCall, RpcRefusal } from './rpc/rpc.ts'
export {
  type CrossCheck,
  compareSimulations,
  crossCheck,
  type EngineDifference,
  type SimulationEngines,
} from './simulation/cross-check.ts'
export { readGasPrice } from './simulation/gas-price.ts'
export { type SimulateAnswer, type SimulationEngine, simulate } from './simulation/simulate.ts'
export {
  type RunEngines,
  type RunRead,
  type RunResult,
  type RunResults,
  type RunTransaction,
  type SimulatedRun,
  simulateEach,
  type TransactionRun,
} from './simulation/simulate-each.ts'
export { simulateOnFork } from './simulation/simulate-fork.ts'
export { simulateOnNode, UnsteadySimulationError } from './simulation/simulate-node.ts'
export { guessOf, noGuess, type SimulationGuess } from './simulation/simulation-guess.ts'
export {
  SlotsDifferError,
  type SvmAccountsAt,
  type SvmCommitment,
  type SvmPreparation,
  type SvmReadOptions,
} from './solana/account-read.ts'
export { ClockMismatchError } from './solana/clock.ts'
export type { SvmEffectContext } from './solana/effect/effect-context.ts'
export { type SvmEffect, svmEffectOf } from './solana/effect/svm-effect.ts'
export type { SvmTransfer } from './solana/effect/svm-transfer.ts'
export type { SvmEffectWarning } from './solana/effect/svm-warning.ts'
export type { CompareAccounts } from './solana/effect/watched-account.ts'
export { WrongGenesisError } from './solana/genesis.ts'
export type {
  SvmInnerCall,
  SvmLandedTransaction,
  SvmLoadedAddresses,
  SvmSignature,
  SvmSignatureQuery,
} from './solana/history-read.ts'
export { type PriorityFee, type PriorityFeePolicy, priorityFeeOf } from './solana/priority-fee.ts'
export { SolanaRefusedError } from './solana/refusal.ts'
export type { SvmSimulateOptions, SvmSimulation } from './solana/simulate.ts'
export type { SvmTokenBalance, SvmTokenBalances } from './solana/simulated-answer.ts'
export type { SvmFailure } from './solana/simulation-failure.ts'
export { SlotBehindError, solanaDialectOf } from './solana/solana-dialect.ts'
export {
  openSolanaNode,
  type SolanaNode,
  type SolanaNodeOptions,
  solanaNodeOf,
} from './solana/solana-node.ts'
export type { SvmTokenAccounts } from './solana/token-account-read.ts'
export { type BatchingRpcOptions, openBatchingRpc } from './transport/batching-rpc.ts'
export {
  endpointsOf,
  forkEndpointsOf,
  InvalidEndpointError,
  isSharedEndpoint,
  printEndpoint,
  solanaEndpointsOf,
} from './transport/endpoint.ts'
export { EndpointsDisagreeError } from './transport/http-agree.ts'
export { RequestBudgetError } from './transport/http-budget.ts'
export {
  RpcAnswerTooLargeError,
  RpcClosedError,
  type RpcFetch,
  RpcHttpError,
  RpcNetworkError,
  RpcTimeoutError,
  RpcTruncatedError,
} from './transport/http-exchange.ts'
export { LaggingNodeError } from './transport/http-head.ts'
export { RpcUnsureError } from './transport/http-once.ts'
export { type HttpRpcOptions, NoEndpointError, openHttpRpc } from './transport/http-rpc.ts'
export {
  IpcClosedError,
  type IpcRpcOptions,
  IpcTimeoutError,
  openIpcRpc,
} from './transport/ipc-rpc.ts'
export { NoCodeError, readDeploymentBlock } from './vault/deployment-block.ts'
export {
  type ManageRoot,
  ManageRootMismatchError,
  type ManageRootQuery,
  NoManageRootError,
  readHadRoot,
  readManageRoot,
} from './vault/manage-root.ts'
export { type RootProof, RootProofMissingError, readRootProof } from './vault/root-proof.ts'
