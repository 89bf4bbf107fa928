export { RpcAnswerError } from './answer.ts'
export { type Anvil, AnvilExitError, type AnvilOptions, openAnvil } from './anvil.ts'
export { NotReadyError } from './anvil-process.ts'
export { AnvilMissingError } from './anvil-program.ts'
export type { ApprovalKey, SimulatedApproval } from './approval.ts'
export type { BalanceChange } from './balance.ts'
export {
  BlockNotFoundError,
  type BlockRef,
  type BlockTag,
  type Header,
  ReorgError,
} from './block.ts'
export {
  BeforeGenesisError,
  type BlockAt,
  type BlockAtReader,
  type BlocksAtReader,
} from './block-at.ts'
export { UnmeasuredError } from './bulk-read.ts'
export { type NamedCall, namedCallOf } from './call-words.ts'
export { DeepAnswerError, printCanonical } from './canonical.ts'
export {
  openRecorder,
  openRecording,
  type Recorder,
  type RecordingChannel,
  RecordingDamagedError,
  RecordingMissError,
} from './cassette.ts'
export { type Chain, type ChainOptions, openChain } from './chain.ts'
export { WrongChainError } from './chain-id.ts'
export type { Code } from './code.ts'
export { type CountingRpc, openCountingRpc, type RpcCounts } from './counted-rpc.ts'
export {
  type CrossCheck,
  compareSimulations,
  crossCheck,
  type EngineDifference,
  type SimulationEngines,
} from './cross-check.ts'
export {
  type CheckedFunction,
  checkDecoder,
  type DecoderCheckPlan,
  type DecoderCheckProgress,
  type DecoderCheckReport,
} from './decoder-check.ts'
export { NoCodeError, readDeploymentBlock } from './deployment.ts'
export {
  endpointsOf,
  forkEndpointsOf,
  InvalidEndpointError,
  isSharedEndpoint,
  printEndpoint,
} from './endpoint.ts'
export {
  type Finality,
  InvalidFinalityError,
  parseFinality,
  printFinality,
  readFinalHead,
} from './finality.ts'
export { ForkDiedError, ForkNotUndoneError } from './fork.ts'
export {
  type Fork,
  type ForkPool,
  ForkPoolClosedError,
  type ForkPoolOptions,
  type ForkPoolStats,
  ForkQueueFullError,
  NoUpstreamError,
  openForkPool,
} from './fork-pool.ts'
export { EndpointsDisagreeError } from './http-agree.ts'
export { RequestBudgetError } from './http-budget.ts'
export {
  RpcAnswerTooLargeError,
  RpcClosedError,
  type RpcFetch,
  RpcHttpError,
  RpcNetworkError,
  RpcTimeoutError,
  RpcTruncatedError,
} from './http-exchange.ts'
export { LaggingNodeError } from './http-head.ts'
export { RpcUnsureError } from './http-once.ts'
export { type HttpRpcOptions, NoEndpointError, openHttpRpc } from './http-rpc.ts'
export { IpcClosedError, type IpcRpcOptions, IpcTimeoutError, openIpcRpc } from './ipc-rpc.ts'
export { type BatchingRpcOptions, openBatchingRpc } from './joint-rpc.ts'
export {
  type LocalChain,
  LocalChainError,
  type LocalManifest,
  openLocalChain,
  readLocalManifest,
} from './local-chain.ts'
export { type ChainLog, type LogFilter, LogMismatchError } from './log.ts'
export {
  type ManageRoot,
  ManageRootMismatchError,
  type ManageRootQuery,
  mappingKeyOf,
  NoManageRootError,
  readManageRoot,
} from './manage-root.ts'
export {
  compareDecoder,
  type DecoderCall,
  packedAnswerOf,
  readPackedArguments,
} from './packed-arguments.ts'
export type { CallReader, EthCall, EthCallResult } from './read-calls.ts'
export { type LogQuery, LogRangeError, type LogReader } from './read-logs.ts'
export { decodeRead, encodeRead } from './read-value.ts'
export { HistoryPrunedError, type RefusalKind, RpcRefusedError } from './refusal.ts'
export { decodeRevert } from './revert.ts'
export { readHadRoot } from './revoked-root.ts'
export { InvalidRlpError } from './rlp.ts'
export type { Rpc, RpcAnswer, RpcCall, RpcRefusal } from './rpc.ts'
export { type ReadingRun, type RecordedCall, runReading } from './run-reading.ts'
export { type SimulateAnswer, type SimulationEngine, simulate } from './simulate.ts'
export { simulateOnFork } from './simulate-fork.ts'
export { simulateOnNode, UnsteadySimulationError } from './simulate-node.ts'
export type { DecodedLog, SimulatedLog } from './simulated-log.ts'
export type {
  AccountOverride,
  FailingCall,
  Simulation,
  SimulationOutcome,
  SimulationRequest,
  StateOverrides,
  Warning,
} from './simulation.ts'
export {
  type ProofQuery,
  type ProvenAccount,
  type ProvenSlot,
  StateRootMissingError,
  type StorageProof,
} from './storage-proof.ts'
export { MissingDecimalsError, type Token, type TokenHolding } from './token.ts'
export type { Transfer } from './transfer.ts'
export { InvalidTrieProofError } from './trie-proof.ts'
