import type { Address, Hex } from '@vaultwright/base'
import type { VaultRef } from './vault.ts'

/** A Safe on a chain. */
export type SafeRef = { readonly chain: string; readonly safe: Address }

/** A queue as one service listed it last. */
export type StoredSafeListing = {
  /** The service, as its adapter is called. */
  readonly service: string
  readonly readAtUnix: bigint
  /** Requests left of the quota; null where the service does not say. */
  readonly quotaRemaining: bigint | null
  /** JSON of what the service gave. Nothing in it is verified. */
  readonly body: string
}

/** A transaction of a Safe that a service listed, under the hash that its fields have. */
export type SafeEntryDraft = {
  readonly hash: Hex
  readonly nonce: bigint
  /** JSON of the row as the service gave it. */
  readonly body: string
  /** Of owners; each was verified. */
  readonly signatures: readonly StoredSafeSignature[]
}

/** An owner's signature, one an owner: the first stays. */
export type StoredSafeSignature = { readonly owner: Address; readonly signature: Hex }

/** An entry that is kept. */
export type StoredSafeEntry = SafeEntryDraft & {
  readonly firstSeenAtUnix: bigint
  /** When a service listed it last. */
  readonly listedAtUnix: bigint
}

/** The statement of a transaction's effects; the first one stays. */
export type StoredSafeStatement = {
  readonly hash: Hex
  readonly createdAtUnix: bigint
  /** JSON. */
  readonly body: string
}

/** One line of what was proposed to a Safe. */
export type StoredSafeProposal = {
  readonly event: string
  readonly intentHash: Hex
  readonly hash: Hex
  readonly nonce: bigint
  readonly atUnix: bigint
}

/** The account of a Safe as it was seen last: JSON. */
export type StoredSafeLook = { readonly account: string; readonly atUnix: bigint }

/** Entries that were listed, and from which nonce on they can run. */
export type SafeQueueLook = {
  readonly entries: readonly SafeEntryDraft[]
  readonly openNonce: bigint
  readonly atUnix: bigint
}

/** A turn at a Safe. */
export type SafeTurn = SafeRef & {
  /** A name that no other process takes. */
  readonly holder: string
}

/** Queues of Safes in the store. */
export type SafeQueueStore = {
  /** @returns the tenant's vaults whose strategist the account is; none where the account is not the tenant's. */
  readonly vaultsOf: (tenantId: string, safeRef: SafeRef) => Promise<readonly VaultRef[]>
  /** Replaces what a service listed, unless what is kept was read later. */
  readonly putListing: (
    tenantId: string,
    safeRef: SafeRef,
    listing: StoredSafeListing,
  ) => Promise<void>
  /** @returns what each service listed last, by name. */
  readonly listings: (tenantId: string, safeRef: SafeRef) => Promise<readonly StoredSafeListing[]>
  /**
   * Keeps entries and the signatures on them while their nonce is open: those that are not listed stay, too. What no
   * owner signed goes 30 days after it was listed last.
   */
  readonly keep: (tenantId: string, safeRef: SafeRef, look: SafeQueueLook) => Promise<void>
  /** Adds a signature to an entry that is kept. @returns false where there is none of this hash. */
  readonly addSignature: (
    tenantId: string,
    safeRef: SafeRef,
    signed: StoredSafeSignature & { readonly hash: Hex },
  ) => Promise<boolean>
  /** @returns entries in rising order of nonce. */
  readonly entries: (tenantId: string, safeRef: SafeRef) => Promise<readonly StoredSafeEntry[]>
  readonly putStatement: (
    tenantId: string,
    safeRef: SafeRef,
    statement: StoredSafeStatement,
  ) => Promise<void>
  readonly findStatement: (
    tenantId: string,
    safeRef: SafeRef,
    hash: Hex,
  ) => Promise<StoredSafeStatement | null>
  /** Replaces the account that was seen last, unless that was seen later. */
  readonly putLook: (tenantId: string, safeRef: SafeRef, look: StoredSafeLook) => Promise<void>
  /** @returns null for a Safe that was never looked at. */
  readonly findLook: (tenantId: string, safeRef: SafeRef) => Promise<StoredSafeLook | null>
  readonly noteProposal: (
    tenantId: string,
    safeRef: SafeRef,
    proposal: StoredSafeProposal,
  ) => Promise<void>
  /** @returns every line, oldest first. */
  readonly proposals: (tenantId: string, safeRef: SafeRef) => Promise<readonly StoredSafeProposal[]>
  /**
   * Takes the turn at a Safe, of all tenants and processes, or prolongs it.
   *
   * @returns false while another holder has it.
   */
  readonly takeTurn: (turn: SafeTurn, seconds: bigint) => Promise<boolean>
  /** Lets go of a turn; of another holder's, nothing. */
  readonly endTurn: (turn: SafeTurn) => Promise<void>
}
