export { RpcAnswerError } from './answer.ts'
export { type Anvil, AnvilExitError, type AnvilOptions, openAnvil } from './anvil.ts'
export { NotReadyError } from './anvil-process.ts'
export { AnvilMissingError } from './anvil-program.ts'
export type { Approval, ApprovalMark } from './approval.ts'
export type { BalanceChange } from './balance.ts'
export {
  BlockNotFoundError,
  type BlockRef,
  type BlockTag,
  type Header,
  ReorgError,
} from './block.ts'
export { type Chain, type ChainOptions, openChain, WrongChainError } from './chain.ts'
export {
  type CrossCheck,
  compareSimulations,
  crossCheck,
  type EngineDifference,
  type Engines,
} from './cross-check.ts'
export { ForkDiedError } from './fork.ts'
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
export { IpcClosedError, type IpcRpcOptions, IpcTimeoutError, openIpcRpc } from './ipc-rpc.ts'
export {
  compareDecoder,
  type DecoderCase,
  type PackedAnswer,
  readPackedArguments,
} from './packed-arguments.ts'
export type { CallReader, ReadAnswer, ReadCall } from './read-calls.ts'
export { type RefusalKind, RpcRefusedError } from './refusal.ts'
export { decodeRevert } from './revert.ts'
export type { Rpc, RpcAnswer, RpcCall, RpcRefusal } from './rpc.ts'
export { type Engine, type SimulateAnswer, simulate } from './simulate.ts'
export { ForkNotUndoneError, simulateOnFork } from './simulate-fork.ts'
export { simulateOnNode, UnsteadySimulationError } from './simulate-node.ts'
export type { DecodedLog, SimulatedLog } from './simulated-log.ts'
export type {
  AccountOverride,
  FailingCall,
  Outcome,
  Simulation,
  SimulationRequest,
  StateOverrides,
  Warning,
} from './simulation.ts'
export type { Transfer } from './transfer.ts'
