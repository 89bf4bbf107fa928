import { type Address, isSameAddress } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import type { BlockRef, RawLog } from '@vaultwright/outcome'
import Type from 'typebox'
import type { Chain } from '../port/chain.ts'
import { ReorgError } from '../read/block.ts'
import type { ChainLog } from '../read/log.ts'
import { account, nullable, nullish, parseAnswer, word } from '../rpc/answer.ts'
import { rawLogs } from './raw-log.ts'

/** A transaction in its block, with all its logs. */
export type TransactionReceipt = {
  readonly block: BlockRef
  /** The account that the transaction calls; null where it makes a contract. */
  readonly to: Address | null
  readonly logs: readonly RawLog[]
}

const receipt = Type.Object({
  transactionHash: word,
  blockHash: word,
  to: nullish(account),
  logs: rawLogs,
})
const readReceipt = readerOf(nullable(receipt))

/**
 * Reads the receipt of a transaction that a log names.
 *
 * @throws {ReorgError} when the block is no longer the one of the log.
 */
export async function readTransactionReceipt(
  chain: Pick<Chain, 'rpc' | 'readBlock'>,
  { transactionHash, blockNumber, blockHash }: TransactionRef,
): Promise<TransactionReceipt> {
  const call = { method: 'eth_getTransactionReceipt', params: [transactionHash] }
  const [[answer], block] = await Promise.all([chain.rpc.ask([call]), chain.readBlock(blockHash)])
  const row = parseAnswer(readReceipt, call, answer)
  const isSame = row?.blockHash === blockHash && row.transactionHash === transactionHash
  if (row === null || !isSame) {
    throw new ReorgError({ number: blockNumber, hash: blockHash }, row?.blockHash ?? null)
  }
  return { block, to: row.to ?? null, logs: row.logs }
}

/** A transaction, and the block in which a log places it. */
export type TransactionRef = Pick<ChainLog, 'transactionHash' | 'blockNumber' | 'blockHash'>

/** True if the transaction calls an account itself, and no other contract in between. */
export function isDirectTo({ to }: TransactionReceipt, account: Address): boolean {
  return to !== null && isSameAddress(to, account)
}
