import { type Chain, proveReading } from '@vaultwright/chain'
import { type NavReport, navReportOf, type ReadingWitness } from '@vaultwright/check'
import type { LoneVault } from '@vaultwright/indexer'
import type { BlockRef } from '@vaultwright/outcome'
import { readNav } from '@vaultwright/protocols'

/** The worth of a vault at a block, and what proves it. */
export type ProvenNav = { readonly report: NavReport; readonly witness: ReadingWitness }

/**
 * Counts what a vault is worth at a block, every reader of it on state that follows from the block's hash.
 *
 * @throws what planning and proving a reading throw.
 */
export async function readNavAt(
  chain: Chain,
  vault: LoneVault,
  block: BlockRef,
): Promise<ProvenNav> {
  const { planReadingAt } = await import('@vaultwright/indexer')
  const planned = await planReadingAt(chain, vault, block)
  const { witness: pieces, ...run } = await proveReading(chain, readNav(planned.plan), { block })
  const { chainId, hardfork } = pieces
  const { plan, observed, failures, unread, spenders } = planned
  const logsFrom = vault.fromBlock === null ? null : String(vault.fromBlock)
  const inputs = { plan, observed, failures, logsFrom, unread, spenders }
  const report = navReportOf({ chainId, hardfork, ...inputs }, run)
  return { report, witness: { ...pieces, ...inputs, result: report } }
}
