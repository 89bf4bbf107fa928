import type { Chain, ForkPool } from '@vaultwright/chain'

/** A chain that this service can ask. */
export type ChainAccess = {
  readonly slug: string
  readonly chainId: number
  readonly chain: Chain
  /** Forks for simulation; null where the configured engine needs none. */
  readonly pool: ForkPool | null
}

/** The chains that have a node. */
export type ChainAccesses = {
  /** @returns access to a chain; null when no node is configured for it. */
  readonly of: (slug: string) => ChainAccess | null
  readonly close: () => Promise<void>
}
