import type { Address, Hex } from '@vaultwright/base'
import type { ControlState, Selector } from '../model/state.ts'
import type { ScheduledOperation, WaitingOperation } from '../waiting/operation.ts'

/** The contracts of a vault whose control is read, by what its definition says they are. Lower case. */
export type ControlContracts = {
  readonly vault: Address
  readonly manager: Address
  readonly accountant: Address | null
  readonly teller: Address | null
  readonly queue: Address | null
}

/**
 * Entries of mappings that logs tell of. Nothing of it is believed: a wrong one is an empty slot, a missing one makes a
 * list incomplete.
 */
export type ControlHints = {
  /**
   * Keys that may have an entry in a contract: holders of roles, strategists, senders, assets that are priced, and ids
   * of chains, filled up to 20 bytes.
   */
  readonly users: readonly (readonly [contract: Address, user: Address])[]
  readonly capabilities: readonly (readonly [
    contract: Address,
    target: Address,
    selector: Selector,
  ])[]
  /** Operations of timelocks. */
  readonly operations: readonly (readonly [contract: Address, id: Hex])[]
  /** Hashes that an owner of a Safe approved, or that the Safe signed; the owner is null then. */
  readonly approvals: readonly (readonly [safe: Address, hash: Hex, owner: Address | null])[]
  /** The calls of operations. */
  readonly scheduled: readonly ScheduledOperation[]
}

/** Hints of nothing. */
export const noHints: ControlHints = {
  users: [],
  capabilities: [],
  operations: [],
  approvals: [],
  scheduled: [],
}

/** A remark on an account. */
export type ControlNote = {
  readonly address: Address
  readonly code:
    | 'delegated_key'
    | 'definition_word'
    | 'limit'
    | 'not_complete'
    | 'pinned_code'
    | 'price_source'
    | 'safe_guard'
    | 'safe_handler'
    | 'safe_module'
    | 'timelock_waiting'
    | 'unknown_code'
    | 'unused_account'
  readonly sentence: string
}

/** The completeness of one storage. */
export type ControlCompleteness = {
  readonly contract: Address
  readonly isComplete: boolean
  /** Values in slots without a name. */
  readonly unexplained: number
  /** Links of its trie that nothing shown leads to. */
  readonly open: number
}

/** The control state of one block, as far as the pieces are there. */
export type ControlReading = {
  readonly state: ControlState
  readonly completeness: readonly ControlCompleteness[]
  readonly notes: readonly ControlNote[]
  /** Operations that wait in timelocks, in the order in which they may run. */
  readonly waiting: readonly WaitingOperation[]
  /** The state when all that waits has run in this order; null if nothing waits, or a call cannot be followed. */
  readonly ahead: ControlState | null
  /** The codes by name, as far as they are known. */
  readonly codeNames: ReadonlyMap<Address, string>
  /** The pieces that are not there. */
  readonly wants: ControlWants
}

/** Pieces of the state that a reading lacks. */
export type ControlWants = {
  readonly slots: ReadonlyMap<Address, ReadonlySet<Hex>>
  /** Accounts whose code is wanted. */
  readonly codes: ReadonlySet<Address>
  /** Links of storage tries that no wanted slot leads to: the digits of their slots' hashes. */
  readonly links: ReadonlyMap<Address, readonly string[]>
}
