import type { Hex } from '@vaultwright/base'
import type { OrderTerms } from '@vaultwright/protocols'

/** A state of an order, in the order of precedence. */
export type OrderStatus =
  | 'cancelled'
  | 'filled'
  | 'expired'
  | 'partially_filled'
  | 'open'
  | 'pending'

/** An order that is followed. */
export type SwapOrder = {
  readonly uid: Hex
  readonly terms: OrderTerms
  /** The last state that was stored; a final one stays. Null when none was. */
  readonly stored: OrderStatus | null
}

/** A trade that filled a part of an order. */
export type OrderTrade = {
  readonly blockNumber: bigint
  readonly transactionHash: Hex
  readonly logIndex: number
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/** The state of an order on chain at one block. */
export type OrderReading = {
  readonly blockNumber: bigint
  readonly blockUnix: bigint
  /** `filledAmount(uid)`. */
  readonly filledAmount: bigint
  /** `preSignature(uid) != 0`. */
  readonly isSigned: boolean
  /** Of `PreSignature` logs: whether it was ever set. */
  readonly wasSigned: boolean
  /** Of `OrderInvalidated` logs. */
  readonly wasInvalidated: boolean
  readonly balance: bigint
  readonly allowance: bigint
  /** In the order of the chain. */
  readonly trades: readonly OrderTrade[]
}

/** An order and its state. */
export type OrderState = {
  readonly uid: Hex
  readonly terms: OrderTerms
  readonly status: OrderStatus
  readonly filledSell: bigint
  readonly filledBuy: bigint
  /** The amount it may still sell; 0 once it has ended. */
  readonly remaining: bigint
  /** The least of balance, allowance and what remains; 0 while it is not signed. */
  readonly fillable: bigint
  /** The amount of the token that the relayer may still pull, whatever for. */
  readonly allowance: bigint
  /** Codes: `underfunded`, `allowance_left`. */
  readonly warnings: readonly ('underfunded' | 'allowance_left')[]
  readonly trades: readonly OrderTrade[]
}
