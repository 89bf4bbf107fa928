import { slugOf } from '@vaultwright/base'

/** A chain that vaults live on. */
export type ChainInfo = {
  /** Its name in text: lower case, as the interface has it. */
  readonly slug: string
  /** The prefixes of its environment variables, as in `SONIC_MAINNET`; the first is the one to name. */
  readonly variables: readonly [string, ...string[]]
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

type BridgeIds = Partial<Pick<ChainInfo, 'layerZeroEid' | 'cctpDomain' | 'ccipSelector'>>
/** The first is the name that vault tooling files the chain under, in its letter case. */
type ChainRow = readonly [
  toolName: string,
  id: number,
  name: string,
  symbol: string,
  bridges?: BridgeIds,
]

// Ids, names and native coins: the chains' own documentation, as collected in viem/chains.
// Bridge numbers: LayerZero v2 deployments, Circle CCTP and Chainlink CCIP directories.
const mainnets: readonly ChainRow[] = [
  [
    'mainnet',
    1,
    'Ethereum',
    'ETH',
    { layerZeroEid: 30101, cctpDomain: 0, ccipSelector: 5009297550715157269n },
  ],
  [
    'base',
    8453,
    'Base',
    'ETH',
    { layerZeroEid: 30184, cctpDomain: 6, ccipSelector: 15971525489660198786n },
  ],
  [
    'arbitrum',
    42161,
    'Arbitrum One',
    'ETH',
    { layerZeroEid: 30110, cctpDomain: 3, ccipSelector: 4949039107694359620n },
  ],
  [
    'optimism',
    10,
    'OP Mainnet',
    'ETH',
    { layerZeroEid: 30111, cctpDomain: 2, ccipSelector: 3734403246176062136n },
  ],
  ['mantle', 5000, 'Mantle', 'MNT', { layerZeroEid: 30181, ccipSelector: 1556008542357238666n }],
  [
    'zircuit',
    48900,
    'Zircuit',
    'ETH',
    { layerZeroEid: 30303, ccipSelector: 17198166215261833993n },
  ],
  [
    'linea',
    59144,
    'Linea',
    'ETH',
    { layerZeroEid: 30183, cctpDomain: 11, ccipSelector: 4627098889531055414n },
  ],
  ['scroll', 534352, 'Scroll', 'ETH', { layerZeroEid: 30214, ccipSelector: 13204309965629103672n }],
  ['fraxtal', 252, 'Fraxtal', 'FRAX', { layerZeroEid: 30255, ccipSelector: 1462016016387883143n }],
  [
    'bsc',
    56,
    'BNB Smart Chain',
    'BNB',
    { layerZeroEid: 30102, ccipSelector: 11344663589394136015n },
  ],
  ['corn', 21000000, 'Corn', 'BTCN', { layerZeroEid: 30331, ccipSelector: 9043146809313071210n }],
  ['swell', 1923, 'Swellchain', 'ETH', { layerZeroEid: 30335 }],
  [
    'sonicMainnet',
    146,
    'Sonic',
    'S',
    { layerZeroEid: 30332, cctpDomain: 13, ccipSelector: 1673871237479749969n },
  ],
  [
    'berachain',
    80094,
    'Berachain',
    'BERA',
    { layerZeroEid: 30362, ccipSelector: 1294465214383781161n },
  ],
  ['bob', 60808, 'BOB', 'ETH', { layerZeroEid: 30279, ccipSelector: 3849287863852499584n }],
  ['derive', 957, 'Derive', 'ETH', { layerZeroEid: 30311 }],
  [
    'unichain',
    130,
    'Unichain',
    'ETH',
    { layerZeroEid: 30320, cctpDomain: 10, ccipSelector: 1923510103922296319n },
  ],
  [
    'ink',
    57073,
    'Ink',
    'ETH',
    { layerZeroEid: 30339, cctpDomain: 21, ccipSelector: 3461204551265785888n },
  ],
  [
    'hyperEVM',
    999,
    'HyperEVM',
    'HYPE',
    { layerZeroEid: 30367, cctpDomain: 19, ccipSelector: 2442541497099098535n },
  ],
  ['flare', 14, 'Flare', 'FLR', { layerZeroEid: 30295 }],
  [
    'plume',
    98866,
    'Plume',
    'PLUME',
    { layerZeroEid: 30370, cctpDomain: 22, ccipSelector: 17912061998839310979n },
  ],
  ['katana', 747474, 'Katana', 'ETH', { layerZeroEid: 30375, ccipSelector: 2459028469735686113n }],
  ['tac', 239, 'TAC', 'TAC', { layerZeroEid: 30377, ccipSelector: 5936861837188149645n }],
  [
    'plasma',
    9745,
    'Plasma',
    'XPL',
    { layerZeroEid: 30383, cctpDomain: 33, ccipSelector: 9335212494177455608n },
  ],
  [
    'monad',
    143,
    'Monad',
    'MON',
    { layerZeroEid: 30390, cctpDomain: 15, ccipSelector: 8481857512324358265n },
  ],
  [
    'sei',
    1329,
    'Sei',
    'SEI',
    { layerZeroEid: 30280, cctpDomain: 16, ccipSelector: 9027416829622342829n },
  ],
  [
    'polygon',
    137,
    'Polygon',
    'POL',
    { layerZeroEid: 30109, cctpDomain: 7, ccipSelector: 4051577828743386545n },
  ],
  [
    'avalanche',
    43114,
    'Avalanche',
    'AVAX',
    { layerZeroEid: 30106, cctpDomain: 1, ccipSelector: 6433500567565415381n },
  ],
]

const testnets: readonly ChainRow[] = [
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

/** A chain on one's own machine, whichever node runs it. */
const localChain: ChainRow = ['local', 31337, 'Local chain', 'ETH']

/** Every chain known here, mainnets first, the local one last. */
export const chains: readonly ChainInfo[] = [
  ...mainnets.map((row) => chainFrom(row, { isTestnet: false })),
  ...testnets.map((row) => chainFrom(row, { isTestnet: true })),
  chainFrom(localChain, { isTestnet: false }),
]

const byKey = new Map<string | number, ChainInfo>(
  chains.flatMap((chain) => [[chain.slug, chain] as const, [chain.id, chain] as const]),
)

/**
 * Finds a chain by its slug or its id.
 *
 * @param key - slug in any letter case, as in `mainnet`, `sonicmainnet` or `sonicMainnet` · chain id as in 8453.
 * @returns the chain; null when it is not known here.
 */
export function chainOf(key: string | number): ChainInfo | null {
  return byKey.get(typeof key === 'string' ? slugOf(key) : key) ?? null
}

/** Names that the Safe services have for a chain, where they are not its slug. */
const safeNames: Readonly<Record<string, string>> = {
  mainnet: 'eth',
  arbitrum: 'arb1',
  optimism: 'oeth',
  scroll: 'scr',
  bsc: 'bnb',
  sonicmainnet: 'sonic',
  hyperevm: 'hyper',
  polygon: 'pol',
  avalanche: 'avax',
  sepolia: 'sep',
  berachaintestnet: 'bep',
}
/** Chains that the Safe services call by their slug. */
const safeSlugs = new Set('base mantle linea berachain unichain ink katana plasma monad'.split(' '))

/**
 * Finds the name of a chain at the Safe services and in links to the Safe web app.
 *
 * Source: the services' list of chains, autumn 2026.
 *
 * @returns `eth` of mainnet; null for a chain without a service.
 */
export function safeServiceName(chainId: number): string | null {
  const slug = chainOf(chainId)?.slug
  if (slug === undefined) return null
  return safeNames[slug] ?? (safeSlugs.has(slug) ? slug : null)
}

/** The settings of a chain that have a variable. */
export type ChainVariable = 'RPC_URL' | 'FORK_RPC_URL' | 'FINALITY' | 'RPC_PER_MINUTE'

/**
 * Names the environment variables of a chain: the one rule from a chain to its variables.
 *
 * @param key - slug in any letter case, or id.
 * @returns the names, the one to recommend first: `SONIC_MAINNET_RPC_URL` of `sonicmainnet`, and of
 *   mainnet `MAINNET_RPC_URL` and `ETH_RPC_URL`. A chain that is not known here has none.
 */
export function variablesOf(key: string | number, what: ChainVariable): readonly string[] {
  const chain = chainOf(key)
  if (chain === null) return []
  // Other tools know mainnet's node as ETH_RPC_URL; nothing else of theirs is about one chain.
  const prefixes = what === 'RPC_URL' ? chain.variables : chain.variables.slice(0, 1)
  return prefixes.map((prefix) => `${prefix}_${what}`)
}

function chainFrom(row: ChainRow, more: Pick<ChainInfo, 'isTestnet'>): ChainInfo {
  const [toolName, id, name, nativeSymbol, bridges] = row
  return {
    slug: slugOf(toolName),
    variables: [variablePrefixOf(toolName), ...(toolName === 'mainnet' ? ['ETH'] : [])],
    id,
    name,
    nativeSymbol,
    ...more,
    layerZeroEid: bridges?.layerZeroEid ?? null,
    cctpDomain: bridges?.cctpDomain ?? null,
    ccipSelector: bridges?.ccipSelector ?? null,
  }
}

/** The words of a name: `sonicMainnet` is `SONIC_MAINNET`, `hyperEVM` is `HYPER_EVM`. */
function variablePrefixOf(toolName: string): string {
  return toolName.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
}
