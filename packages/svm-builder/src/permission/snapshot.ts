import { BaseError } from '@vaultwright/base'
import {
  decodeDigestAccount,
  ForeignAccountError,
  isSameOperators,
  MalformedAccountError,
  MalformedOperatorsError,
  type Operator,
  type SvmAccount,
  type SvmAddress,
  UnknownLayoutError,
} from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'

/** Accounts at one slot. */
export type SvmSnapshot = {
  readonly slot: bigint
  /** Null for an account that was asked for and does not exist; a key is absent if it was not asked for. */
  readonly accounts: ReadonlyMap<SvmAddress, SvmAccount | null>
}

/**
 * The account of a snapshot; null if it does not exist.
 *
 * @throws {SvmAccountsNotReadError} if it was not read.
 */
export function accountIn({ accounts }: SvmSnapshot, address: SvmAddress): SvmAccount | null {
  const account = accounts.get(address)
  if (account === undefined) throw new SvmAccountsNotReadError([address])
  return account
}

/**
 * Accounts of a snapshot, in the order of their addresses.
 *
 * @throws {SvmAccountsNotReadError} with all that were not read.
 */
export function accountsIn(
  { accounts }: SvmSnapshot,
  addresses: readonly SvmAddress[],
): readonly (SvmAccount | null)[] {
  const missing = addresses.filter((address) => !accounts.has(address))
  if (missing.length > 0) throw new SvmAccountsNotReadError(missing)
  return addresses.map((address) => accounts.get(address) ?? null)
}

/** The status of a digest account for some operators. */
export type SvmDigestStatus =
  | { readonly kind: 'exists' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'differs'; readonly operators: readonly Operator[] }
  | { readonly kind: 'foreign'; readonly reason: string }

/** Tells whether a digest account exists with the operators that the digest was computed with. */
export function digestStatusOf(
  snapshot: SvmSnapshot,
  { program }: Pick<SvmDefinition, 'program'>,
  { digestAddress, operators }: { digestAddress: SvmAddress; operators: readonly Operator[] },
): SvmDigestStatus {
  const account = accountIn(snapshot, digestAddress)
  if (account === null) return { kind: 'missing' }
  try {
    const stored = decodeDigestAccount(account, program)
    if (isSameOperators(stored, operators)) return { kind: 'exists' }
    return { kind: 'differs', operators: stored }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    // Anyone may send lamports to an address: an account of the system program without data is none.
    if (account.data.length === 0) return { kind: 'missing' }
    return { kind: 'foreign', reason: error.shortMessage }
  }
}

function isUnreadable(error: unknown): error is BaseError {
  return (
    error instanceof ForeignAccountError ||
    error instanceof MalformedAccountError ||
    error instanceof UnknownLayoutError ||
    error instanceof MalformedOperatorsError
  )
}

/** A build needs accounts that the snapshot lacks: read them too, at the same slot, and build again. */
export class SvmAccountsNotReadError extends BaseError {
  override readonly code = 'svm_accounts_not_read'
  override readonly kind = 'bug'
  readonly addresses: readonly SvmAddress[]

  constructor(addresses: readonly SvmAddress[]) {
    super({
      message: `The snapshot lacks ${addresses.join(', ')}. Read these accounts too, at the same slot.`,
      facts: { addresses },
    })
    this.addresses = addresses
  }
}
