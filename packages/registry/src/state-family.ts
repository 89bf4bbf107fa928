/**
 * The way a chain keeps its state and runs transactions. Proven here are `ethereum`, whose header, tries and rules of the
 * EVM are Ethereum's, and of `op_stack` the chains whose upgrades are known by time.
 */
export type StateFamily = 'ethereum' | 'op_stack' | 'arbitrum' | 'other_trie' | 'other_rules'

// Sources: the chains' own documentation. OP Stack: docs.optimism.io; Arbitrum Nitro: docs.arbitrum.io;
// other tries: the state roots of Linea, Scroll, zkSync Era, Polygon zkEVM, Abstract and Lens.
const families: Readonly<Record<Exclude<StateFamily, 'other_rules'>, readonly number[]>> = {
  ethereum: [1, 11_155_111, 560_048, 17_000, 31_337],
  op_stack: [
    10, 8453, 5000, 48_900, 252, 1923, 60_808, 957, 130, 57_073, 747_474, 763_373, 42_220, 480,
    34_443, 1868, 1135, 7_777_777, 11_155_420, 84_532,
  ],
  arbitrum: [42_161, 42_170, 98_866, 21_000_000, 421_614],
  other_trie: [534_352, 59_144, 324, 1101, 2741, 232],
}

/**
 * Names how a chain keeps its state and runs transactions.
 *
 * @returns `other_rules` for every chain that is not known as one of the others.
 */
export function stateFamilyOf(chainId: number): StateFamily {
  for (const [family, ids] of Object.entries(families)) {
    if (ids.includes(chainId)) return family as StateFamily
  }
  return 'other_rules'
}
