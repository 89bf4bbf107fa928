import type { Address, Hex } from '@vaultwright/base'

/** The changes of a transaction in one account. */
export type AccountDiff = {
  /** Its new words by slot. */
  readonly storage: ReadonlyMap<Hex, Hex>
  /** True if its balance, nonce or code changed. */
  readonly isChanged: boolean
}

/** The changes of a transaction, by account. */
export type StateDiff = ReadonlyMap<Address, AccountDiff>
