import type { Address } from '@vaultwright/base'
import type { readRootProof } from '@vaultwright/chain'
import type { Pushed, RootChange, RootEntry } from '@vaultwright/store'
import {
  printTimeOrNull,
  type RootChangeData,
  type RootProofData,
  type TreePushData,
  type WireRoot,
} from '@vaultwright/wire'

/** Writes one time that a root was set. */
export function rootChangeOf(change: RootChange): RootChangeData {
  return {
    root_hash: change.root,
    strategist: change.strategist,
    set_at: printTimeOrNull(change.atUnix),
    block_number: Number(change.block),
    log_index: change.logIndex,
    set_tx_hash: change.txHash,
    leaf_count: change.leafCount,
    links: { tree: `/trees/${change.root}` },
  }
}

/**
 * Writes a root of a strategist.
 *
 * Source: interface, 2.11.
 *
 * @returns what the interface shows of it; the link is without the version.
 */
export function rootEntryOf(entry: RootEntry): WireRoot {
  return {
    root_hash: entry.root,
    strategist: entry.strategist,
    active: entry.isActive,
    set_at: printTimeOrNull(entry.setAtUnix),
    set_tx_hash: entry.setTxHash,
    leaf_count: entry.leafCount,
    block_number: entry.setBlock === null ? null : Number(entry.setBlock),
    log_index: entry.setLogIndex,
    replaced_at: printTimeOrNull(entry.replacedAtUnix),
    links: { tree: `/trees/${entry.root}` },
  }
}

type ServedRootProof = Awaited<ReturnType<typeof readRootProof>> & {
  /** Slug. */
  readonly chain: string
  readonly chainId: number
  readonly manager: Address
  readonly strategist: Address
}

/** Writes a proven root. */
export function rootProofOf(proof: ServedRootProof): RootProofData {
  return {
    chain: proof.chain,
    chain_id: proof.chainId,
    manager_address: proof.manager,
    strategist_address: proof.strategist,
    block_number: Number(proof.block.number),
    block_hash: proof.block.hash,
    header_rlp: proof.headerRlp,
    account_proof: [...proof.accountNodes],
    storage_slot: proof.slot,
    storage_proof: [...proof.slotNodes],
    root_hash: proof.root,
  }
}

/** Writes what a push did. */
export function treePushedOf(pushed: Pushed): TreePushData {
  return {
    root_hash: pushed.root,
    state: pushed.state,
    new_tree: pushed.isNewTree,
    new_root: pushed.isNewRoot,
    differences: pushed.differences.map(({ place, field, kept: storedText, given: newText }) => ({
      place,
      field,
      kept: storedText,
      given: newText,
    })),
  }
}
