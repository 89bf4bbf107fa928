import type { BaseError } from '@vaultwright/base'
import type { RefusalKind } from './refusal.ts'
import type { RpcAnswer, RpcCall, RpcRefusal } from './rpc.ts'

/** The dialect of a transport's methods: one for each kind of chain. */
export type RpcDialect = {
  /** Tells whether a question changes nothing, so that it may be asked twice. */
  readonly isReading: (call: RpcCall) => boolean
  /** Tells whether an answer shows the head, and must come from the node and the time of what follows it. */
  readonly isBlockCall: (call: RpcCall) => boolean
  /** Classifies a refusal; null if it is the answer that was hoped for. */
  readonly refusalKindOf: (call: RpcCall, refusal: RpcRefusal) => RefusalKind | null
  readonly refusalErrorOf: (method: string, refusal: RpcRefusal) => BaseError
  /** Proof that an endpoint is on the right network; null where any network will do. */
  readonly identity: RpcIdentity | null
  /**
   * Refuses answers that a sound node would not give.
   *
   * @param seen - the highest head of earlier answers; -1 before the first.
   */
  readonly assertAnswers: (endpoint: string, exchange: AnsweredCalls, seen: bigint) => void
  /** Reads how far the chain has come at least. */
  readonly highestOf: (exchange: AnsweredCalls, seen: bigint) => bigint
}

/** The question that tells networks apart, and the check of its answer, which throws. */
export type RpcIdentity = {
  readonly call: RpcCall
  readonly assert: (answer: RpcAnswer | undefined, endpoint: string) => void
}

/** Questions with their answers, in the same order. */
export type AnsweredCalls = {
  readonly calls: readonly RpcCall[]
  readonly answers: readonly RpcAnswer[]
}
