export { type Anvil, AnvilExitError, AnvilMissingError, openAnvil } from './anvil/anvil.ts'
export {
  type LocalChain,
  LocalChainError,
  type LocalManifest,
  openLocalChain,
  readLocalManifest,
} from './anvil/local-chain.ts'
export {
  type BeaconNode,
  BeaconUnavailableError,
  maxUpdatesAtOnce,
  openBeaconNode,
} from './beacon/beacon-node.ts'
export { controlTopics } from './control/control-topic.ts'
export { type ChainControl, readControlState } from './control/read-control.ts'
export { type BuiltCode, readBuiltCode } from './decoder/build-artifact.ts'
export {
  type CodeComparison,
  type CodeMetadata,
  compareCode,
  type OpenValue,
} from './decoder/code-comparison.ts'
export {
  type CheckedFunction,
  checkDecoder,
  type DecoderCheckReport,
} from './decoder/decoder-check.ts'
export {
  compareDecoder,
  type DecoderCall,
  packedAnswerOf,
  readPackedArguments,
} from './decoder/packed-arguments.ts'
export { decodeRead, encodeRead } from './decoder/read-value.ts'
export { openEdrEngine } from './edr/edr-engine.ts'
export { ForkDiedError } from './fork/fork.ts'
export {
  type ForkPool,
  ForkPoolClosedError,
  ForkQueueFullError,
  NoUpstreamError,
  openForkPool,
} from './fork/fork-pool.ts'
export { agreementPartOf } from './node-check/agreement-part.ts'
export { type NamedNode, namedNodesOf } from './node-check/named-node.ts'
export { readNodePart } from './node-check/node-part.ts'
export { type Chain, openChain, openChainAt } from './port/chain.ts'
export { type Finality, parseFinality, readFinalHead } from './port/finality.ts'
export { type ReadingRun, type RecordedCall, runReading } from './port/run-reading.ts'
export { type WarmHint, warmHintOf } from './proven/hint.ts'
export { DependsOnUnknownError, ProofGivenUpError } from './proven/no-proofs-error.ts'
export { proveReading } from './proven/prove-reading.ts'
export { proveReads } from './proven/prove-reads.ts'
export { openProvenBlock } from './proven/proven-block.ts'
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
  type ProvenAnswer,
  type ProvenChain,
  type ProvenOptions,
  simulateProvenOn,
} from './proven/simulate-proven-on.ts'
export { ProofLimitError, type ProofLimits, proofLimits } from './proven/wanted.ts'
export { readMissingRights } from './queue/call-right.ts'
export { type PaymentStop, readInstant } from './queue/instant.ts'
export { readOwedCash } from './queue/owed-cash.ts'
export { encodeSolve, readPayable } from './queue/payable.ts'
export { type QueueCash, readQueueCash } from './queue/queue-cash.ts'
export {
  buildQueueSolve,
  type OwedAsset,
  type QueuePayer,
  type QueuePayment,
  readQueuePayment,
} from './queue/queue-payment.ts'
export { type QueueSolver, readSolver } from './queue/queue-solver.ts'
export { type QueueTerms, readQueueTerms } from './queue/queue-terms.ts'
export { type QueueReading, readQueue, readQueueState } from './queue/read-queue.ts'
export { ReorgError } from './read/block.ts'
export type { BlockAt } from './read/block-at.ts'
export { type ChainUnit, readUnits } from './read/chain-unit.ts'
export type { ChainLog } from './read/log.ts'
export { type LogQuery, LogRangeError } from './read/read-logs.ts'
export { MissingDecimalsError, type Token } from './read/token.ts'
export { readTransactions } from './read/transaction.ts'
export { RpcAnswerError } from './rpc/answer.ts'
export { printCanonical } from './rpc/canonical.ts'
export { openCountingRpc, type RpcCounts } from './rpc/counting-rpc.ts'
export { openRecorder, openRecording, type Recorder, RecordingMissError } from './rpc/recording.ts'
export { HistoryPrunedError, RpcRefusedError } from './rpc/refusal.ts'
export type { Rpc, RpcAnswer, RpcCall } from './rpc/rpc.ts'
export { provenSafeAccount, type SafeProof } from './safe/proven-account.ts'
export { readSafeAccount } from './safe/safe-account.ts'
export {
  measureExecution,
  readExecution,
  readExecutions,
  type SafeExecutionLog,
} from './safe/safe-execution.ts'
export { readSafeHash, signatureReaderOf } from './safe/signature-check.ts'
export {
  type CrossCheck,
  compareSimulations,
  crossCheck,
  type EngineDifference,
  type SimulationEngines,
} from './simulation/cross-check.ts'
export { readGasPrice } from './simulation/gas-price.ts'
export { type SimulateAnswer, simulate } from './simulation/simulate.ts'
export {
  type RunEngines,
  type RunRead,
  type RunResult,
  type RunTransaction,
  type SimulatedRun,
  simulateEach,
} from './simulation/simulate-each.ts'
export { simulateOnFork } from './simulation/simulate-fork.ts'
export { simulateOnNode, UnsteadySimulationError } from './simulation/simulate-node.ts'
export { guessOf, noGuess, type SimulationGuess } from './simulation/simulation-guess.ts'
export type { SvmAccountsAt, SvmPreparation, SvmReadOptions } from './solana/account-read.ts'
export type { SvmEffectContext } from './solana/effect/effect-context.ts'
export { type SvmEffect, svmEffectOf } from './solana/effect/svm-effect.ts'
export type { SvmLandedTransaction, SvmSignature } from './solana/history-read.ts'
export { readPastTransactions } from './solana/past-transaction.ts'
export { type PriorityFee, type PriorityFeePolicy, priorityFeeOf } from './solana/priority-fee.ts'
export { SolanaRefusedError } from './solana/refusal.ts'
export type { SvmSimulation } from './solana/simulate.ts'
export { solanaDialectOf } from './solana/solana-dialect.ts'
export {
  openSolanaNode,
  type SolanaNode,
  type SolanaNodeOptions,
  solanaNodeOf,
} from './solana/solana-node.ts'
export { openBatchingRpc } from './transport/batching-rpc.ts'
export {
  endpointsOf,
  forkEndpointsOf,
  isSharedEndpoint,
  solanaEndpointsOf,
} from './transport/endpoint.ts'
export { type RpcFetch, RpcTimeoutError } from './transport/http-exchange.ts'
export { type HttpRpcOptions, openHttpRpc } from './transport/http-rpc.ts'
export { IpcClosedError, openIpcRpc } from './transport/ipc-rpc.ts'
export { NoCodeError, readDeploymentBlock } from './vault/deployment-block.ts'
export { type ManageRoot, readHadRoot, readManageRoot, readVaultOf } from './vault/manage-root.ts'
export { RootProofMissingError, readRootProof } from './vault/root-proof.ts'
export { sentBatchesOf } from './vault/sent-batch.ts'
export type { VaultRun } from './vault/vault-run.ts'
export {
  readVaultLogs,
  readVaultTransaction,
  type VaultLogs,
  type VaultTransaction,
} from './vault/vault-transaction.ts'
