import type { Static, TSchema } from 'typebox'
import { accountNameOperations } from './admin/account-name-operation.ts'
import { adminOperations } from './admin/admin-operation.ts'
import { builderOperations } from './builder/builder-operation.ts'
import { controlOperations } from './data/control-operation.ts'
import { dataOperations } from './data/data-operation.ts'
import { executionOperations } from './data/execution.ts'
import { finalityOperations } from './data/finality.ts'
import { withdrawQueueOperations } from './data/withdraw-queue-operation.ts'
import { reviewOperations } from './review/review-operation.ts'
import { safeOperations } from './safe/safe-operation.ts'
import { solanaOperations } from './solana/solana-operation.ts'
import { swapOperations } from './swap/swap-operation.ts'

/** Everything that may be asked, by name. Routes, document and client are loops over it. */
export const operations = {
  ...builderOperations,
  ...dataOperations,
  ...executionOperations,
  ...finalityOperations,
  ...controlOperations,
  ...withdrawQueueOperations,
  ...solanaOperations,
  ...swapOperations,
  ...safeOperations,
  ...accountNameOperations,
  ...reviewOperations,
  ...adminOperations,
} as const

/** The name of an operation. */
export type OperationName = keyof typeof operations

type OperationPart<
  Name extends OperationName,
  Key extends 'params' | 'query' | 'body' | 'response',
> = (typeof operations)[Name][Key] extends TSchema ? Static<(typeof operations)[Name][Key]> : null

/** Path parameters of an operation. */
export type ParamsOf<Name extends OperationName> = OperationPart<Name, 'params'>
/** Query of an operation; null when it has none. */
export type QueryOf<Name extends OperationName> = OperationPart<Name, 'query'>
/** Body of an operation; null when it has none. */
export type BodyOf<Name extends OperationName> = OperationPart<Name, 'body'>
/** The body of an operation's 200. */
export type ResponseOf<Name extends OperationName> = OperationPart<Name, 'response'>
