export { RpcAnswerError } from './answer.ts'
export {
  BlockNotFoundError,
  type BlockRef,
  type BlockTag,
  type Header,
  ReorgError,
} from './block.ts'
export { type Chain, type ChainOptions, openChain, WrongChainError } from './chain.ts'
export type { CallReader, ReadAnswer, ReadCall } from './read-calls.ts'
export { type RefusalKind, RpcRefusedError } from './refusal.ts'
export type { Rpc, RpcAnswer, RpcCall, RpcRefusal } from './rpc.ts'
