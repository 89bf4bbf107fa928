import { readPastTransactions, type SolanaNode } from '@vaultwright/chain'
import type { SvmAddress } from '@vaultwright/svm'
import { historyOf, type SvmDigestHistory } from '@vaultwright/svm-builder'

export type SvmVaultHistory = SvmDigestHistory & {
  /** The number of transactions that were read, failed ones left out. */
  readonly transactions: number
  /** True if all transactions that name the vault were read: a node may have forgotten old ones. */
  readonly isComplete: boolean
}

/** The vault whose history is read, and its length. */
type SvmHistoryQuery = {
  readonly vault: SvmAddress
  readonly program: SvmAddress
  readonly vaultId: bigint
  /** The newest so many transactions; null: all. */
  readonly limit: number | null
}

/** Reads when the digests of a vault were created and closed, from the transactions that name its state. */
export async function readDigestHistory(
  node: Pick<SolanaNode, 'signaturesOf' | 'transactions'>,
  { vault, program, vaultId, limit }: SvmHistoryQuery,
): Promise<SvmVaultHistory> {
  const { transactions, isComplete } = await readPastTransactions(node, { address: vault, limit })
  const history = historyOf(transactions, { program, vaultId })
  return { ...history, transactions: transactions.length, isComplete }
}
