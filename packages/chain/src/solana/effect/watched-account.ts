import { BaseError } from '@vaultwright/base'
import {
  decodeTokenAccount,
  type SvmAccount,
  type SvmAddress,
  type SvmTokenAccount,
  token2022Program,
  tokenProgram,
} from '@vaultwright/svm'

/** Accounts at a slot, to compare with later ones. */
export type CompareAccounts = {
  readonly slot: bigint
  readonly accounts: ReadonlyMap<SvmAddress, SvmAccount | null>
}

/** An account before and after a transaction. */
export type WatchedAccount = {
  readonly address: SvmAddress
  readonly before: SvmAccount | null
  readonly after: SvmAccount | null
  /** 0 for an account that does not exist. */
  readonly lamportsBefore: bigint
  readonly lamportsAfter: bigint
  /** Null for what is not a token account. */
  readonly tokenBefore: SvmTokenAccount | null
  readonly tokenAfter: SvmTokenAccount | null
}

/** Pairs accounts with what became of them; those that were not read before are left out. */
export function compareAccounts(
  before: ReadonlyMap<SvmAddress, SvmAccount | null>,
  after: ReadonlyMap<SvmAddress, SvmAccount | null>,
): readonly WatchedAccount[] {
  return [...after].flatMap(([address, account]) => {
    const earlier = before.get(address)
    if (earlier === undefined) return []
    return [
      {
        address,
        before: earlier,
        after: account,
        lamportsBefore: earlier?.lamports ?? 0n,
        lamportsAfter: account?.lamports ?? 0n,
        tokenBefore: tokenAccountOf(earlier),
        tokenAfter: tokenAccountOf(account),
      },
    ]
  })
}

/** A mint or a multisig belongs to a token program, too, and holds nothing. */
function tokenAccountOf(account: SvmAccount | null): SvmTokenAccount | null {
  if (account === null) return null
  if (account.owner !== tokenProgram && account.owner !== token2022Program) return null
  try {
    return decodeTokenAccount(account)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return null
  }
}
