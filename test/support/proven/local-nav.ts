import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { openChain } from '@vaultwright/chain'
import type { LoneVault } from '@vaultwright/indexer'
import { demoPrices, readNavAt } from '@vaultwright/operations'
import { localChainFolder, localTree, placeOf } from '../node/local-chain.ts'

/** Names the trees that a vault of the local chain ever had. */
export function localTreeNames(vault: string): readonly string[] {
  const start = `${vault.toLowerCase().replace(' ', '-')}-`
  return readdirSync(join(localChainFolder, 'trees'))
    .filter((file) => file.startsWith(start))
    .map((file) => file.replace('.json', ''))
    .sort()
}

/** Describes a vault of the local chain, with a price that no contract says. */
export function localVault(
  local: LocalChain,
  name: string,
  trees: readonly string[] = localTreeNames(name),
): LoneVault {
  const { vault, manager, accountant } = local.manifest.vaults.find((one) => one.name === name)!
  const { prices } = demoPrices(local.manifest, 'local')
  const fixedPrice = {
    chain: 'local',
    asset: placeOf(local, 'USDT'),
    per: 'usd' as const,
    sources: [{ kind: 'fixed' as const, price: '0.999', confidence: null }],
  }
  return {
    chain: 'local',
    vault,
    deployment: { manager, accountant: accountant.address, drones: [] },
    trees: trees.map(localTree),
    prices: { prices: [...prices, fixedPrice] },
    fromBlock: null,
    fetch: () => Promise.reject(new Error('No server is asked.')),
  }
}

/** Counts the worth of a vault of the local chain at its head. */
export async function readLocalNav(local: LocalChain, vault: LoneVault) {
  const chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  const block = await chain.readBlock('latest')
  return { ...(await readNavAt(chain, vault, block)), block }
}
