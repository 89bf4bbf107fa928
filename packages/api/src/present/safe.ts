import type { Hex } from '@vaultwright/base'
import { printOwnerSignature, type SafeAccountState, safeLinkOf } from '@vaultwright/safe'
import type { JudgedEntry, SafeAtBlock, StoredQueue } from '@vaultwright/safe-service'
import {
  printTime,
  printTimeOrNull,
  type SafeAccountData,
  type SafeEntryData,
  type SafeJudgedEntryData,
  type SafeProofData,
  type SafeQueueData,
} from '@vaultwright/wire'
import type { SafeLook } from '../safe/safe-look.ts'
import { judgingVaultOf, type SafePlace } from '../safe/safe-place.ts'
import type { KeptStatement } from '../safe/statement-unit.ts'
import { safeStatementOf } from './safe-proposal.ts'
import { safeTokensOf } from './safe-token.ts'

/** Writes a Safe at a block. */
export function safeAccountOf(
  { chain }: { readonly chain: string },
  account: SafeAccountState,
): SafeAccountData {
  return {
    chain,
    chain_id: account.chainId,
    safe_address: account.safe,
    version: account.version,
    nonce: String(account.nonce),
    threshold: account.threshold,
    owners: [...account.owners],
    modules: [...account.modules],
    singleton: account.singleton,
    guard: account.guard,
    module_guard: account.moduleGuard,
    fallback_handler: account.fallbackHandler,
    block_number: Number(account.blockNumber),
    block_hash: account.blockHash,
  }
}

/** Writes the bytes by which a Safe's account is proven; null without any. */
export function safeProofOf({ proof }: SafeAtBlock): SafeProofData | null {
  if (proof === null) return null
  return {
    header_rlp: proof.headerRlp,
    account_proof: [...proof.accountNodes],
    slots: proof.slots.map(({ slot, value, nodes }) => {
      return { storage_slot: slot, value, storage_proof: [...nodes] }
    }),
  }
}

/** Writes a queue. */
export function safeQueueOf(place: SafePlace, look: SafeLook): SafeQueueData {
  const { queue } = look
  return {
    ...judgementOf(place, look),
    next_nonce: String(queue.nextNonce),
    findings: queue.findings.map(findingOf),
    entries: queue.entries.map((entry) => safeEntryOf(place, { entry, queue })),
    listings: queue.listings.map((listing) => ({
      service: listing.service,
      read_at: printTime(listing.readAtUnix),
      quota_remaining: listing.quotaRemaining === null ? null : Number(listing.quotaRemaining),
      is_cut: listing.isCut,
      failure: listing.failure,
      rows: [...listing.rows],
    })),
  }
}

/** A transaction of a queue, and the bounds that are kept of it. */
export type LookedEntry = {
  readonly look: SafeLook
  readonly entry: JudgedEntry
  readonly stated: KeptStatement | null
}

/** Writes one transaction of a queue, with what is said of it alone. */
export function safeJudgedEntryOf(
  place: SafePlace,
  { look, entry, stated }: LookedEntry,
): SafeJudgedEntryData {
  const { hash } = entry.verified
  const { nonce } = entry.verified.entry.transaction
  const isOfEntry = (finding: StoredQueue['findings'][number]) =>
    finding.hash === hash || (finding.hash === null && finding.nonce === nonce)
  return {
    ...judgementOf(place, look),
    entry: safeEntryOf(place, { entry, queue: look.queue }),
    findings: look.queue.findings.filter(isOfEntry).map(findingOf),
    statement: stated === null ? null : safeStatementOf(stated.statement, stated.units),
  }
}

function judgementOf(place: SafePlace, { safe, queue }: SafeLook) {
  return {
    account: safeAccountOf(place.safeRef, safe.account),
    is_proven: safe.unprovenBecause === null,
    vault_address: place.vaults[0].vaultRef.vault,
    root_hash: place.vaults[0].strategist?.root ?? null,
    tokens: safeTokensOf(queue.units),
  }
}

function findingOf({ weight, code, hash, nonce, message }: StoredQueue['findings'][number]) {
  return { weight, code, safe_tx_hash: hash, nonce: nonce === null ? null : String(nonce), message }
}

type QueuedEntry = { readonly entry: JudgedEntry; readonly queue: StoredQueue }

function safeEntryOf(
  place: SafePlace,
  { entry: { verified, state, verdict }, queue }: QueuedEntry,
): SafeEntryData {
  const { hash, entry, signatures, refusals } = verified
  return {
    safe_tx_hash: hash,
    stated_hash: (entry.statedHash?.toLowerCase() ?? null) as Hex | null,
    nonce: String(entry.transaction.nonce),
    state,
    answer: verdict.answer,
    vault_address: judgingVaultOf(place, verdict).vaultRef.vault,
    content_hash: verdict.contentHash,
    intent_hash: verdict.intentHash,
    signatures: signatures.map(({ owner, signature }) => {
      return { owner, signature: printOwnerSignature(signature).toLowerCase() }
    }),
    refused: refusals.map(({ stated, code, message }) => ({ owner: stated, code, message })),
    reasons: verdict.reasons.map(({ weight, code, path, message }) => {
      return { weight, code, path, message }
    }),
    is_trusted: entry.isTrusted,
    proposed_by_delegate: entry.proposedByDelegate,
    first_seen_at: printTimeOrNull(queue.firstSeenAtUnix.get(hash) ?? null),
    link: safeLinkOf(queue.account, hash),
  }
}
