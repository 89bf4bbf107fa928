/** A chain that vaults live on. */
export type Chain = {
  /** The name that vault tooling files it under. */
  readonly slug: string
  readonly id: number
  readonly name: string
  readonly nativeSymbol: string
  readonly isTestnet: boolean
  /** LayerZero v2 endpoint id; null when none is on record here. */
  readonly layerZeroEid: number | null
  /** Circle CCTP domain; null when none is on record here. */
  readonly cctpDomain: number | null
  /** Chainlink CCIP chain selector; null when none is on record here. */
  readonly ccipSelector: bigint | null
}

type Bridges = Partial<Pick<Chain, 'layerZeroEid' | 'cctpDomain' | 'ccipSelector'>>
type Row = readonly [slug: string, id: number, name: string, symbol: string, bridges?: Bridges]

// Ids, names and native coins: the chains' own documentation, as collected in viem/chains.
// Bridge numbers: LayerZero v2 deployments, Circle CCTP and Chainlink CCIP directories.
const mainnets: readonly Row[] = [
  [
    'mainnet',
    1,
    'Ethereum',
    'ETH',
    { layerZeroEid: 30101, cctpDomain: 0, ccipSelector: 5009297550715157269n },
  ],
  ['base', 8453, 'Base', 'ETH', { layerZeroEid: 30184, ccipSelector: 15971525489660198786n }],
  [
    'arbitrum',
    42161,
    'Arbitrum One',
    'ETH',
    { layerZeroEid: 30110, ccipSelector: 4949039107694359620n },
  ],
  ['optimism', 10, 'OP Mainnet', 'ETH', { layerZeroEid: 30111, cctpDomain: 2 }],
  ['mantle', 5000, 'Mantle', 'MNT'],
  ['zircuit', 48900, 'Zircuit', 'ETH'],
  ['linea', 59144, 'Linea', 'ETH', { layerZeroEid: 30183 }],
  ['scroll', 534352, 'Scroll', 'ETH', { layerZeroEid: 30214 }],
  ['fraxtal', 252, 'Fraxtal', 'FRAX'],
  ['bsc', 56, 'BNB Smart Chain', 'BNB', { ccipSelector: 11344663589394136015n }],
  ['corn', 21000000, 'Corn', 'BTCN', { layerZeroEid: 30331 }],
  ['swell', 1923, 'Swellchain', 'ETH', { layerZeroEid: 30335 }],
  ['sonicMainnet', 146, 'Sonic', 'S', { layerZeroEid: 30332 }],
  ['berachain', 80094, 'Berachain', 'BERA', { layerZeroEid: 30362 }],
  ['bob', 60808, 'BOB', 'ETH'],
  ['derive', 957, 'Derive', 'ETH'],
  ['unichain', 130, 'Unichain', 'ETH', { layerZeroEid: 30320 }],
  ['ink', 57073, 'Ink', 'ETH', { layerZeroEid: 30339, cctpDomain: 21 }],
  ['hyperEVM', 999, 'HyperEVM', 'HYPE', { layerZeroEid: 30367, cctpDomain: 19 }],
  ['flare', 14, 'Flare', 'FLR', { layerZeroEid: 30295 }],
  ['plume', 98866, 'Plume', 'PLUME', { layerZeroEid: 30370, cctpDomain: 22 }],
  ['katana', 747474, 'Katana', 'ETH', { layerZeroEid: 30375 }],
  ['tac', 239, 'TAC', 'TAC', { layerZeroEid: 30377 }],
  ['plasma', 9745, 'Plasma', 'XPL', { layerZeroEid: 30383 }],
  ['monad', 143, 'Monad', 'MON'],
  ['sei', 1329, 'Sei', 'SEI', { layerZeroEid: 30280 }],
  ['polygon', 137, 'Polygon', 'POL'],
  ['avalanche', 43114, 'Avalanche', 'AVAX'],
]

const testnets: readonly Row[] = [
  ['sepolia', 11155111, 'Sepolia', 'ETH'],
  ['holesky', 17000, 'Holesky', 'ETH'],
  ['sonicTestnet', 64165, 'Sonic Testnet', 'S'],
  ['sonicBlaze', 57054, 'Sonic Blaze Testnet', 'S'],
  // The public testnet that followed bArtio.
  ['berachainTestnet', 80069, 'Berachain Bepolia', 'BERA'],
  ['bartio', 80084, 'Berachain bArtio', 'BERA'],
  ['tacTestnet', 2391, 'TAC SPB Testnet', 'TAC'],
  ['inkSepolia', 763373, 'Ink Sepolia', 'ETH'],
]

/** A chain on one's own machine, as Anvil starts it. */
const local: Row = ['local', 31337, 'Anvil', 'ETH']

/** Every chain known here, mainnets first, the local one last. */
export const chains: readonly Chain[] = [
  ...mainnets.map((row) => chainFrom(row, { isTestnet: false })),
  ...testnets.map((row) => chainFrom(row, { isTestnet: true })),
  chainFrom(local, { isTestnet: false }),
]

const byKey = new Map<string | number, Chain>(
  chains.flatMap((chain) => [[chain.slug, chain] as const, [chain.id, chain] as const]),
)

/**
 * Finds a chain by its slug or its id.
 *
 * @param key - slug as in `mainnet` or `sonicMainnet` · chain id as in 8453.
 * @returns the chain; null when it is not known here.
 */
export function chainOf(key: string | number): Chain | null {
  return byKey.get(key) ?? null
}

function chainFrom(row: Row, more: Pick<Chain, 'isTestnet'>): Chain {
  const [slug, id, name, nativeSymbol, bridges] = row
  return {
    slug,
    id,
    name,
    nativeSymbol,
    ...more,
    layerZeroEid: bridges?.layerZeroEid ?? null,
    cctpDomain: bridges?.cctpDomain ?? null,
    ccipSelector: bridges?.ccipSelector ?? null,
  }
}
