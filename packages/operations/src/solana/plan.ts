import { parseHex } from '@vaultwright/base'
import type { SolanaNode } from '@vaultwright/chain'
import {
  planOf,
  planReads,
  type SvmDefinition,
  type SvmForeignDigest,
  type SvmPlan,
  type SvmProposer,
} from '@vaultwright/svm-builder'
import { readDigestHistory } from './history.ts'

/**
 * Compares a definition with the digests of a node at one slot, and makes the transactions of the authority.
 *
 * @param prune - Whether digests that only the vault's history shows are closed.
 * @param squads - The multisig whose vault is the authority; null where the authority signs itself.
 */
export async function planSvmDigests(
  node: SolanaNode,
  definition: SvmDefinition,
  { prune, squads }: { readonly prune: boolean; readonly squads: SvmProposer | null },
): Promise<SvmPlan> {
  const foreign = prune ? await openDigests(node, definition) : []
  const { slot, accounts, blockhash } = await node.prepare(planReads(definition, foreign, squads))
  return planOf(definition, { slot, accounts }, { foreign, blockhash, squads })
}

/** The digests that the history shows as created and not closed. */
async function openDigests(
  node: SolanaNode,
  { vault, program, vaultId }: SvmDefinition,
): Promise<readonly SvmForeignDigest[]> {
  const { periods } = await readDigestHistory(node, { vault, program, vaultId, limit: null })
  return periods
    .filter(({ closed }) => closed === null)
    .map(({ digestHex, digestAddress }) => ({ digest: parseHex(`0x${digestHex}`), digestAddress }))
}
