import { BaseError } from '@vaultwright/base'
import type { SvmAccount } from '../account/svm-account.ts'
import { parseSvmAddress, type SvmAddress } from '../address/address.ts'
import { decodeBase64, encodeBase64 } from '../bytes/base64.ts'

/** Accounts as one answer of a node had them: a key with null was asked for and is not there. */
export type KeptAccounts = {
  readonly slot: bigint
  readonly accounts: ReadonlyMap<SvmAddress, SvmAccount | null>
  /** JSON: which holdings were looked for, and what they were priced with. Not there where none were. */
  readonly scope?: unknown
}

/**
 * Prints accounts for keeping, as they were answered.
 *
 * @returns JSON; accounts in the order of their addresses, so the same answer is always the same text.
 */
export function printKeptAccounts({ slot, accounts, scope }: KeptAccounts): string {
  const sorted = [...accounts].sort(([one], [other]) => (one < other ? -1 : 1))
  const entries = sorted.map(([address, account]) => [address, jsonOf(account)])
  const answer = { slot: String(slot), accounts: Object.fromEntries(entries) }
  return JSON.stringify(
    scope === undefined ? { version: 1, ...answer } : { version: 2, ...answer, scope },
  )
}

/**
 * Reads what `printKeptAccounts` printed.
 *
 * @throws {KeptAccountsError} when it is anything else.
 */
export function parseKeptAccounts(text: string): KeptAccounts {
  try {
    const { version, slot, accounts, scope } = JSON.parse(text) as Record<string, unknown>
    if (version !== 1 && version !== 2)
      throw new KeptAccountsError(`its version is ${String(version)}`)
    const entries = Object.entries(fieldsOf(accounts))
    return {
      slot: wholeOf(slot),
      accounts: new Map(entries.map(([key, value]) => [parseSvmAddress(key), accountOf(value)])),
      ...(version === 2 && { scope: fieldsOf(scope) }),
    }
  } catch (cause) {
    if (cause instanceof KeptAccountsError) throw cause
    throw new KeptAccountsError(cause instanceof Error ? cause.message : String(cause))
  }
}

function jsonOf(account: SvmAccount | null) {
  if (account === null) return null
  const { lamports, owner, executable, data } = account
  return { lamports: String(lamports), owner, executable, data: encodeBase64(data) }
}

function accountOf(value: unknown): SvmAccount | null {
  if (value === null) return null
  const { lamports, owner, executable, data } = fieldsOf(value)
  if (typeof executable !== 'boolean') throw new KeptAccountsError('`executable` is not a flag')
  return {
    lamports: wholeOf(lamports),
    owner: parseSvmAddress(String(owner)),
    executable,
    data: decodeBase64(String(data)),
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new KeptAccountsError('a part is not an object')
  }
  return value as Readonly<Record<string, unknown>>
}

function wholeOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) {
    throw new KeptAccountsError('a number is not a decimal text')
  }
  return BigInt(value)
}

/** A text is not what accounts are kept as. */
export class KeptAccountsError extends BaseError {
  override readonly code = 'kept_accounts'
  override readonly kind = 'damaged_data'

  constructor(reason: string) {
    super({
      message: `What was kept of the accounts of a vault cannot be read: ${reason}. Restore the store from a backup.`,
      facts: { reason },
    })
  }
}
