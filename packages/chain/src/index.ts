export type { Rpc, RpcAnswer, RpcCall, RpcRefusal } from './rpc.ts'
