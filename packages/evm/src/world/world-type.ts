import type { Address, Hex } from '@vaultwright/base'
import type { ProvenState, StateRef } from '@vaultwright/proof'

// No type of the interpreter stands in what this package declares: its own declarations need more than a page has.

/**
 * Brings a piece of the state that is not there yet. It may throw, and it may bring nothing: then the run
 * ends with an error, never with an outcome.
 */
export type BringState = (missing: StateRef) => Promise<void>

/** The state that an EVM reads and writes: an overlay over proven state, with undo. */
export type World = {
  readonly state: ProvenState
  /** Throws what went wrong first, if something did. */
  readonly assertWhole: () => void
  /** The hash of an earlier block, by the chain of headers. */
  readonly blockHash: (number: bigint) => Promise<Hex>
  /** A slot as it is in the state below; zero where there is no account. */
  readonly storedWord: (account: Address, slot: Hex) => Promise<Hex>
  /** The differences from the state below; it reads nothing that the run did not read. */
  readonly changes: () => ReadonlyMap<Address, AccountChange>
  /** A world with the same content, for reads beside this one. */
  readonly branch: () => World
}

/** The changes of a run in one account. */
export type AccountChange = {
  /** Its new words by slot, 32 bytes each. */
  readonly storage: ReadonlyMap<Hex, Hex>
  /** True if its balance, nonce or code changed. */
  readonly isChanged: boolean
  /** Wei, where its balance, nonce or code changed; else null. */
  readonly balance: bigint | null
}
