import type { Address, Hex } from '@vaultwright/base'
import type { SafeTransaction } from '@vaultwright/safe'

/** The port to a service that holds the queue of a Safe. Nothing that it answers is verified. */
export type SafeService = {
  /** As its adapter is called. */
  readonly name: string
  /** Lists every entry from a nonce on, trusted or not, in rising order of nonce. */
  readonly list: (safe: Address, fromNonce: bigint) => Promise<ServiceList>
  /** Gets one entry; null where the service has none of that hash. */
  readonly get: (hash: Hex) => Promise<unknown>
  /** Puts a transaction into the queue. Success is the service's word: read it back. */
  readonly propose: (proposal: ServiceProposal) => Promise<void>
  /** Adds an owner's signature. */
  readonly confirm: (hash: Hex, signature: Hex) => Promise<void>
  /** Takes a proposal back, by the signature of who made it. */
  readonly withdraw: (safe: Address, hash: Hex, signature: Hex) => Promise<void>
  readonly delegates: (safe: Address) => Promise<readonly ServiceDelegate[]>
  /** Names a delegate of one Safe, who may propose and never confirm. */
  readonly addDelegate: (draft: DelegateDraft) => Promise<void>
  /** The use of the service so far. */
  readonly usage: () => ServiceUsage
}

/** The rows of a queue as the service has them. */
export type ServiceList = {
  readonly rows: readonly unknown[]
  /** The service's own count; null where it gives none. */
  readonly count: number | null
  /** True if the service promises more rows than are read. */
  readonly isCut: boolean
}

/** A transaction, and the signature that lets the service take it. */
export type ServiceProposal = {
  readonly safe: Address
  readonly transaction: SafeTransaction
  /** `safeTxHash`. */
  readonly hash: Hex
  /** An owner or a delegate, who signed. */
  readonly sender: Address
  readonly signature: Hex
  /** At most 200 characters. */
  readonly origin: string
}

/** A delegate as the service lists it. */
export type ServiceDelegate = {
  readonly delegate: Address
  readonly delegator: Address
  readonly label: string
}

/** A delegate of one Safe, and the signature of the owner who names it. */
export type DelegateDraft = {
  readonly safe: Address
  readonly delegate: Address
  readonly delegator: Address
  readonly label: string
  /** ISO-8601; null for none. */
  readonly expiresAt: string | null
  readonly signature: Hex
}

/** The use of a service by this process. */
export type ServiceUsage = {
  readonly requests: number
  /** Requests left of the quota; null where the service does not say. */
  readonly remaining: number | null
  /** The quota itself; null where the service does not say. */
  readonly limit: number | null
}
