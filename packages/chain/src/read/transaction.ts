import type { Address, Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type from 'typebox'
import {
  account,
  bytes,
  nullable,
  nullish,
  parseAnswer,
  quantity,
  RpcAnswerError,
  word,
} from '../rpc/answer.ts'
import type { Rpc } from '../rpc/rpc.ts'

/** A transaction in a block. */
type BlockTransaction = {
  readonly hash: Hex
  readonly from: Address
  /** Null where it makes a contract. */
  readonly to: Address | null
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  readonly blockNumber: bigint
}

const transaction = Type.Object({
  hash: word,
  from: account,
  to: nullish(account),
  input: bytes,
  value: quantity,
  blockNumber: nullable(quantity),
})
const readTransaction = readerOf(transaction)

/** The number of transactions in one round trip. */
const together = 100

/**
 * Reads transactions by their hashes.
 *
 * @param hashes - of transactions that logs name, each once.
 * @returns in the order of the hashes.
 * @throws {RpcAnswerError} when the node has not one of them, or answers with another.
 */
export async function readTransactions(
  rpc: Rpc,
  hashes: readonly Hex[],
): Promise<readonly BlockTransaction[]> {
  const list: BlockTransaction[] = []
  for (let start = 0; start < hashes.length; start += together) {
    const part = hashes.slice(start, start + together)
    const calls = part.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] }))
    const answers = await rpc.ask(calls)
    for (const [index, call] of calls.entries()) {
      const { input, to, blockNumber, ...fields } = parseAnswer(
        readTransaction,
        call,
        answers[index],
      )
      const isMeant = fields.hash === part[index] && blockNumber !== null
      if (!isMeant)
        throw new RpcAnswerError(call.method, 'it is another transaction, or in no block')
      list.push({ ...fields, to: to ?? null, data: input, blockNumber })
    }
  }
  return list
}
