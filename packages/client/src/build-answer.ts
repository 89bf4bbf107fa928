import type { ResponseOf } from '@vaultwright/wire'
import { MalformedResponseError } from './response.ts'

/** The answer of the builder, on any chain. */
export type BuildAnswer = ResponseOf<'execute'> | ResponseOf<'executeMultiple'>

/** Calldata for a Manager, as EVM chains have it. */
export type CalldataOf<Answer extends BuildAnswer> = Extract<
  Answer,
  { readonly encoded_tx_data: string }
>

/** A transaction in base64, as Solana has it. */
export type TransactionOf<Answer extends BuildAnswer> = Extract<
  Answer,
  { readonly serialized_transaction_base64: string }
>

/**
 * Reads an answer of the builder as calldata for a Manager.
 *
 * @throws {MalformedResponseError} if it is a transaction of Solana.
 */
export function calldataOf<Answer extends BuildAnswer>(answer: Answer): CalldataOf<Answer> {
  if ('encoded_tx_data' in answer) return answer as CalldataOf<Answer>
  throw new MalformedResponseError('execute', 200, ['is not calldata of an EVM chain'])
}

/**
 * Reads an answer of the builder as a transaction of Solana.
 *
 * @throws {MalformedResponseError} if it is calldata of an EVM chain.
 */
export function transactionOf<Answer extends BuildAnswer>(answer: Answer): TransactionOf<Answer> {
  if ('serialized_transaction_base64' in answer) return answer as TransactionOf<Answer>
  throw new MalformedResponseError('execute', 200, ['is not a transaction of Solana'])
}
