import type { Account } from '@ethereumjs/util'
import { type Address, type Hex, printHex } from '@vaultwright/base'
import { emptyCodeHash, type ProvenAccount, type ProvenState } from '@vaultwright/proof'
import type { AccountChange } from './world-type.ts'

/** The changes over a state. */
export type Overlay = {
  readonly accounts: Map<Address, Account | null>
  /** By `account slot`; values without leading zeros. */
  readonly words: Map<string, Uint8Array>
  readonly codes: Map<Hex, Uint8Array>
  /** Accounts whose earlier storage is gone. */
  readonly cleared: Set<Address>
}

/**
 * Compares an overlay with the state below it. It asks only for what the run read: what else is known must
 * not show in a witness.
 */
export function changesOf(
  state: ProvenState,
  { accounts, words }: Overlay,
): ReadonlyMap<Address, AccountChange> {
  type Change = { storage: Map<Hex, Hex>; isChanged: boolean; balance: bigint | null }
  const changes = new Map<Address, Change>()
  const changeOf = (name: Address) => {
    const change: Change = changes.get(name) ?? {
      storage: new Map(),
      isChanged: false,
      balance: null,
    }
    changes.set(name, change)
    return change
  }
  for (const [name, account] of accounts) {
    const isRead = state.reads.accounts.has(name)
    const before = isRead ? (state.account(name) ?? null) : null
    if (isRead && isSameAccount(before, account)) continue
    const change = changeOf(name)
    change.isChanged = true
    change.balance = account?.balance ?? 0n
  }
  for (const [id, value] of words) {
    const [name, slot] = id.split(' ') as [Address, Hex]
    const word: Hex = `0x${printHex(value).slice(2).padStart(64, '0')}`
    const isRead = state.reads.slots.has(id)
    if (!isRead || word !== state.slot(name, slot)) changeOf(name).storage.set(slot, word)
  }
  return changes
}

function isSameAccount(before: ProvenAccount | null, after: Account | null): boolean {
  if (before === null) return after === null || isEmpty(after)
  if (after === null) return false
  const { nonce, balance, codeHash } = before
  const isSameCode = printHex(after.codeHash) === codeHash
  return after.nonce === nonce && after.balance === balance && isSameCode
}

function isEmpty({ nonce, balance, codeHash }: Account): boolean {
  return nonce === 0n && balance === 0n && printHex(codeHash) === emptyCodeHash
}
