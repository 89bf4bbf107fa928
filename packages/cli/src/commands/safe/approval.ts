import type { Address } from '@vaultwright/base'
import {
  approvalOf,
  type SafeHashes,
  type SafeTransaction,
  safeHashesOf,
  safeHashRuleOf,
} from '@vaultwright/safe'
import { UsageError } from '../../command/usage.ts'
import type { OuterSafe } from '../../input/signed.ts'
import type { HashedTransaction } from './hashed-transaction.ts'

/** The transaction with which an outer Safe approves, and its hashes. */
export type SafeApproval = {
  readonly safe: Address
  readonly version: string
  readonly transaction: SafeTransaction
  readonly hashes: SafeHashes
}

/** Makes the approvals of Safes of which each owns the one before; the first owns the Safe that signs. */
export function approvalsOf(
  hashed: HashedTransaction,
  outers: readonly OuterSafe[],
): readonly SafeApproval[] {
  if (outers.length === 0) return []
  const [hashes, ...further] = hashed.hashes
  if (further.length > 0) {
    throw new UsageError(
      'An outer Safe approves one hash, and the version of the Safe is not known. Give --safe-version.',
    )
  }
  const approvals: SafeApproval[] = []
  let inner = {
    safe: hashed.input.safe,
    version: hashed.version,
    hash: hashes!.transaction,
  }
  for (const { safe, nonce, version: safeVersion } of outers) {
    const version = safeVersion ?? inner.version ?? (hashes!.isChainBound ? '1.4.1' : '1.2.0')
    const transaction = approvalOf(inner.safe, inner.hash, nonce)
    const account = { safe, chainId: chainIdFor(version, hashed.chainId), version }
    const outer = safeHashesOf(transaction, account)
    approvals.push({ safe, version, transaction, hashes: outer })
    inner = { safe, version, hash: outer.transaction }
  }
  return approvals
}

function chainIdFor(version: string, chainId: number | null): number {
  if (chainId !== null) return chainId
  if (!safeHashRuleOf(version).isChainBound) return 0
  throw new UsageError(
    `The chain is part of the hash of an outer Safe ${version}, and it is not known. Give --chain.`,
  )
}
