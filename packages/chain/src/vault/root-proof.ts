import { BaseError, type Hex } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { mappingKeyOf } from '@vaultwright/proof'
import type { Chain } from '../port/chain.ts'
import { type ManageRootQuery, readManageRoot } from './manage-root.ts'

/** A root that follows from a block's hash, with the bytes that it follows by. */
type RootProof = {
  readonly root: Hex
  readonly block: BlockRef
  readonly headerRlp: Hex
  /** From the state root to the Manager's account. */
  readonly accountNodes: readonly Hex[]
  /** Of `manageRoot[strategist]`. */
  readonly slot: Hex
  /** From the Manager's storage root to the slot. */
  readonly slotNodes: readonly Hex[]
}

/**
 * Reads the proof of a strategist's root, so that others can follow it without this node.
 *
 * @throws {RootProofMissingError} when no root is set, or the node gives no proof of it.
 * @throws what `readManageRoot` throws.
 */
export async function readRootProof(chain: Chain, query: ManageRootQuery): Promise<RootProof> {
  const { manager, strategist, block } = query
  const { root, slot, unprovenBecause } = await readManageRoot(chain, query)
  if (unprovenBecause !== null || slot === null) {
    throw new RootProofMissingError(unprovenBecause ?? 'its slot is not known')
  }
  const key = mappingKeyOf(strategist, slot)
  const proof = await chain.readProof({ address: manager, slots: [key], block })
  const { headerRlp, accountNodes } = proof
  if (headerRlp === null) throw new RootProofMissingError('the header is not sealed')
  return { root, block, headerRlp, accountNodes, slot: key, slotNodes: proof.slots[0]!.nodes }
}

/** A root cannot be proven from here. */
export class RootProofMissingError extends BaseError {
  override readonly code = 'root_proof_not_found'
  override readonly kind = 'not_found'

  constructor(reason: string) {
    super({
      message: `The root cannot be proven here: ${reason}. Read it from a node of your own.`,
      facts: { reason },
    })
  }
}
