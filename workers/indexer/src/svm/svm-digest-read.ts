import { BaseError } from '@vaultwright/base'
import { readPastTransactions, type SolanaNode } from '@vaultwright/chain'
import { historyOf } from '@vaultwright/svm-builder'
import type { SvmReadPlan } from '@vaultwright/valuation'
import type { HoldingVault } from './svm-holding-read.ts'

/** The digests of a vault that transactions created and did not close. */
type SvmDigestRecord = NonNullable<SvmReadPlan['digests']>

/** Transactions of a vault that are read a day; older ones are left out. */
const maxTransactions = 2_000

/**
 * Follows which digests of a vault exist, by the transactions that name its state since the day before.
 *
 * A day is not lost for them: where the node tells no transactions the record stays, and the next day goes on from it.
 *
 * @param before - the record of the last day that was read; null for the first.
 */
export async function readSvmDigests(
  node: Pick<SolanaNode, 'signaturesOf' | 'transactions'>,
  { vault, program, vaultId }: HoldingVault,
  before: SvmDigestRecord | null,
): Promise<SvmDigestRecord> {
  const last = before ?? { open: [], newest: null, isComplete: true }
  const until = last.newest
  try {
    const query = { address: vault, limit: maxTransactions, ...(until !== null && { until }) }
    const past = await readPastTransactions(node, query)
    const open = new Set(last.open)
    for (const { kind, digestHex } of historyOf(past.transactions, { program, vaultId }).events) {
      if (kind === 'initialize') open.add(digestHex)
      else open.delete(digestHex)
    }
    const isComplete = last.isComplete && past.isComplete
    const newest = past.newest ?? until
    return { open: [...open].sort(), newest, isComplete, isCurrent: true }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { ...last, isCurrent: false }
  }
}
