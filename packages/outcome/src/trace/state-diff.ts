import type { Address, Hex } from '@vaultwright/base'

/** What a transaction left different in one account. */
export type AccountDiff = {
  /** Its new words by slot. */
  readonly storage: ReadonlyMap<Hex, Hex>
  /** Whether its balance, nonce or code is another one. */
  readonly isChanged: boolean
}

/** What a transaction left different, by account. */
export type StateDiff = ReadonlyMap<Address, AccountDiff>
