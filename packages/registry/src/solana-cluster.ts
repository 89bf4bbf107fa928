/** A public Solana cluster. */
type SolanaCluster = {
  readonly slug: 'mainnet-beta' | 'testnet' | 'devnet'
  readonly name: string
  /** Hash of its first block, base58: what tells clusters apart. */
  readonly genesisHash: string
}

/**
 * The public clusters.
 *
 * Source: `getGenesisHash` of each, as the clusters' documentation and wallets have it.
 */
const solanaClusters: readonly SolanaCluster[] = [
  {
    slug: 'mainnet-beta',
    name: 'Solana mainnet',
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  },
  {
    slug: 'testnet',
    name: 'Solana testnet',
    genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  },
  {
    slug: 'devnet',
    name: 'Solana devnet',
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  },
]

/** Finds the public cluster with a first block; null for a private one. */
export function solanaClusterOf(genesisHash: string): SolanaCluster | null {
  return solanaClusters.find((cluster) => cluster.genesisHash === genesisHash) ?? null
}
