import type { Address, Hex } from '@vaultwright/base'
import type { Page, PageQuery } from '../value/page.ts'
import type { VaultRef } from './vault.ts'

/** A strategist of a vault on a chain. */
export type StrategistRef = VaultRef & { readonly strategist: Address }

/** A quote of a swap. */
export type StoredSwapQuote = StrategistRef & {
  readonly id: string
  readonly createdAtUnix: bigint
  /** When it may no longer be used; it is kept for 30 days. */
  readonly expiresAtUnix: bigint
  /** JSON of the quote, without its receipt. */
  readonly body: string
  /** JSON of what it was computed from. */
  readonly receipt: string
}

/** Quotes of swaps in the store. */
export type SwapQuoteStore = {
  /** Keeps a quote. @throws {VaultNotFoundError} */
  readonly put: (tenantId: string, quote: StoredSwapQuote) => Promise<void>
  /** @returns the quote, expired or not; null when the strategist has none of this id. */
  readonly find: (
    tenantId: string,
    place: StrategistRef & { readonly id: string },
  ) => Promise<StoredSwapQuote | null>
  /** Removes those that are older than 30 days. @returns how many. */
  readonly purge: () => Promise<number>
}

/** A limit order that was built. */
export type StoredSwapOrder = StrategistRef & {
  /** 56 bytes. */
  readonly uid: Hex
  readonly createdAtUnix: bigint
  /** JSON of its terms. */
  readonly terms: string
  readonly quoteId: string | null
  /** When an order book took it; null when the service did not publish it. */
  readonly publishedAtUnix: bigint | null
  /** JSON of the state that ended it; null while none was seen. */
  readonly finalState: string | null
}

/** The position of an order in the list, newest first. */
export type SwapOrderSortKey = Pick<StoredSwapOrder, 'createdAtUnix' | 'uid'>

/** Limit orders in the store. */
export type SwapOrderStore = {
  /** Keeps an order; the same uid again changes nothing. @throws {VaultNotFoundError} */
  readonly put: (tenantId: string, order: StoredSwapOrder) => Promise<void>
  /** @returns the order; null when the strategist has none of this uid. */
  readonly find: (
    tenantId: string,
    place: StrategistRef & { readonly uid: Hex },
  ) => Promise<StoredSwapOrder | null>
  /** @returns a page, newest first. */
  readonly page: (
    tenantId: string,
    place: StrategistRef,
    query: PageQuery<SwapOrderSortKey>,
  ) => Promise<Page<StoredSwapOrder>>
  /** @returns a page of the orders of all vaults, newest first; `isUnfinished` leaves out those with a final state. */
  readonly tenantPage: (
    tenantId: string,
    query: PageQuery<SwapOrderSortKey> & { readonly isUnfinished: boolean },
  ) => Promise<Page<StoredSwapOrder>>
  /** @returns orders of all strategists of the vault without a final state, newest first, at most 1,000. */
  readonly unfinished: (tenantId: string, vaultRef: VaultRef) => Promise<readonly StoredSwapOrder[]>
  /** Notes that an order book took an order; the first time stays. */
  readonly publish: (
    tenantId: string,
    place: StrategistRef & { readonly uid: Hex; readonly atUnix: bigint },
  ) => Promise<void>
  /** Keeps what ended an order; the first final state stays. */
  readonly finish: (
    tenantId: string,
    place: StrategistRef & { readonly uid: Hex; readonly finalState: string },
  ) => Promise<void>
}
