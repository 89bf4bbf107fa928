/** Upgrades of the OP Stack that changed its header or its EVM. Delta changed neither. */
export type OpStackHardfork =
  | 'canyon'
  | 'ecotone'
  | 'fjord'
  | 'granite'
  | 'holocene'
  | 'isthmus'
  | 'jovian'
  | 'karst'

/** An upgrade whose rules are not known here. */
export type UnknownUpgrade = { readonly name: string }

/** From when on a chain of the OP Stack has the rules of an upgrade, or rules that are not known. */
type UpgradeStart = readonly [upgrade: OpStackHardfork | UnknownUpgrade, fromUnix: bigint]

// Times of OP Mainnet, Unichain, Ink, BOB, Derive: ethereum-optimism/optimism at 12529c14, the superchain registry as
// kona embeds it (rust/kona/crates/protocol/registry/etc/configs.json). Lagoon: release notes of op-reth v2.10.0.
// Ink Sepolia up to Holocene: superchain-registry, configs/sepolia/ink.toml; Isthmus: its pull request 956; Jovian:
// release notes of op-node v1.16.1; Karst: pull request 1246 of the superchain registry.
// Base up to Isthmus: superchain-registry, configs/mainnet/base.toml; Jovian and Azul: docs.base.org, upgrades.
// Swellchain: superchain-registry, configs/mainnet/swell.toml, pull request 1140, and 1247, which removed it.
const superchain = {
  canyon: ['canyon', 1_704_992_401n],
  ecotone: ['ecotone', 1_710_374_401n],
  fjord: ['fjord', 1_720_627_201n],
  granite: ['granite', 1_726_070_401n],
  holocene: ['holocene', 1_736_445_601n],
  isthmus: ['isthmus', 1_746_806_401n],
  jovian: ['jovian', 1_764_691_201n],
  karst: ['karst', 1_783_526_401n],
  lagoon: [{ name: 'Lagoon' }, 1_799_683_201n],
  azul: [{ name: 'Azul' }, 1_779_991_200n],
} as const satisfies Readonly<Record<string, UpgradeStart>>

const { canyon, ecotone, fjord, granite, holocene, isthmus, jovian, karst, lagoon, azul } =
  superchain

/**
 * The upgrades of chains of the OP Stack, each from a named source. A chain whose upgrades have none, such as Mantle,
 * Zircuit, Fraxtal and Katana, has no row. Where a chain goes its own way, the last row has no rules.
 */
export const opStackStarts: readonly (readonly [
  chainId: number,
  starts: readonly UpgradeStart[],
])[] = [
  [10, [canyon, ecotone, fjord, granite, holocene, isthmus, jovian, karst, lagoon]],
  [130, [['granite', 0n], holocene, isthmus, jovian, karst, lagoon]],
  [57_073, [['granite', 0n], ['holocene', 1_742_396_400n], isthmus, jovian, karst, lagoon]],
  [8453, [canyon, ecotone, fjord, granite, holocene, isthmus, jovian, azul]],
  // Their headers show Jovian, whose time no source states.
  [60_808, [['ecotone', 0n], fjord, granite, holocene, isthmus]],
  [957, [canyon, ecotone, fjord, granite, holocene, isthmus]],
  // Its headers show Holocene, whose time no source states.
  [
    1923,
    [['granite', 0n], ['isthmus', 1_764_648_001n], jovian, [{ name: 'Karst' }, 1_783_526_401n]],
  ],
  [
    763_373,
    [
      ['canyon', 1_699_981_200n],
      ['ecotone', 1_708_534_800n],
      ['fjord', 1_716_998_400n],
      ['granite', 1_723_478_400n],
      ['holocene', 1_732_633_200n],
      ['isthmus', 1_744_905_600n],
      ['jovian', 1_763_568_001n],
      ['karst', 1_781_712_001n],
      [{ name: 'Lagoon' }, 1_796_918_401n],
    ],
  ],
]

/** The rules of Ethereum's EVM that a hardfork is built on, in lower case. */
type EthereumRules = 'shanghai' | 'cancun' | 'prague' | 'osaka'

// Source: specs.optimism.io, the execution engine of each upgrade.
const ethereumRules: Readonly<Record<OpStackHardfork, EthereumRules>> = {
  canyon: 'shanghai',
  ecotone: 'cancun',
  fjord: 'cancun',
  granite: 'cancun',
  holocene: 'cancun',
  isthmus: 'prague',
  jovian: 'prague',
  karst: 'osaka',
}

/** True for an upgrade of the OP Stack, by its name in lower case. */
export function isOpStackHardfork(hardfork: string): hardfork is OpStackHardfork {
  return Object.hasOwn(ethereumRules, hardfork)
}

/** The rules of Ethereum that a hardfork is built on: its own, or those that an upgrade of the OP Stack took over. */
export function ethereumRulesOf(hardfork: Exclude<EthereumRules, 'shanghai'> | OpStackHardfork) {
  return isOpStackHardfork(hardfork) ? ethereumRules[hardfork] : hardfork
}
