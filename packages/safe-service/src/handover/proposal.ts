import type { Address, Hex } from '@vaultwright/base'
import type { QueueVerdict } from '@vaultwright/packet'
import type { SafeCall, SafeTransaction, TypedData } from '@vaultwright/safe'
import type { SafeService } from '../safe-service.ts'
import type { SafeReader } from './safe-reader.ts'

/** A key that signs proposals: a delegate's, which can fill a queue and move nothing. */
export type ProposalSigner = {
  readonly address: Address
  /** The one hash that it signed already, such as a wallet elsewhere; left out where it signs what it is given. */
  readonly signedHash?: Hex
  /** Signs typed data. @returns 65 bytes. */
  readonly sign: (data: TypedData) => Promise<Hex>
}

/** One line of what a proposer did. */
export type ProposalRecord = {
  readonly event: 'signed' | 'posted' | 'withdrawn' | 'nonce_taken' | 'not_listed'
  readonly intentHash: Hex
  readonly safeTxHash: Hex
  readonly nonce: string
}

/** The memory of a proposer, from run to run. */
export type ProposalJournal = {
  readonly read: () => Promise<readonly ProposalRecord[]>
  readonly write: (record: ProposalRecord) => Promise<void>
}

/** The tools of a proposer. */
export type ProposalContext = {
  readonly reader: SafeReader
  /** The service that is proposed to; others of the Safe are read as well. */
  readonly service: SafeService
  readonly others?: readonly SafeService[]
  readonly journal: ProposalJournal
  /** Null for a dry run: everything is done but signing and posting. */
  readonly signer: ProposalSigner | null
  readonly nowUnix: () => number
  /** Waits until proposers that were under way have posted, too. */
  readonly settle: () => Promise<void>
}

/** The calls to propose, and what is allowed for them. */
export type ProposalRequest = {
  readonly calls: readonly SafeCall[]
  /** At most 200 characters. */
  readonly origin: string
  /** True to propose again what was proposed at a nonce that is used. */
  readonly isAgain: boolean
  /** True if an owner's key may sign: its proposal is a confirmation, too. */
  readonly isOwnerKeyAllowed: boolean
  /** True if a Yes with conditions is enough. */
  readonly isConditionalAllowed: boolean
}

/** The end of a proposal. */
export type ProposalResult = {
  readonly outcome:
    | 'proposed'
    | 'already_proposed'
    | 'would_propose'
    | 'refused'
    | 'conflict'
    | 'not_listed'
  /** Why it is refused. */
  readonly code:
    | 'owner_key'
    | 'proposed_before'
    | 'verdict'
    | 'hash_differs'
    | 'signer_of_other'
    | 'signed_other'
    | 'conflict_signed'
    | 'conflict_kept'
    | 'no_free_nonce'
    | null
  /** One sentence. */
  readonly message: string
  readonly safeTxHash: Hex | null
  readonly nonce: bigint | null
  /** The transaction that is proposed, or would be; null where another entry has the content, or nothing is. */
  readonly transaction: SafeTransaction | null
  /** Null where nothing was judged. */
  readonly verdict: QueueVerdict | null
}
