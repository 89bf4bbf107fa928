/** The rules of the EVM by which a block is made, in lower case, as nodes spell them. */
export type Hardfork = 'cancun' | 'prague' | 'osaka'

/** From when on a chain has the rules of a hardfork. */
type HardforkStart = readonly [hardfork: Hardfork, fromUnix: bigint]

const localChainId = 31_337

// Blob-parameter forks (BPO) change nothing that a transaction of a vault sees: they are no rows.
// Sources: EIP-7569, EIP-7600, EIP-7607 and the networks' own configurations.
const starts: ReadonlyMap<number, readonly HardforkStart[]> = new Map([
  [
    1,
    [
      ['cancun', 1_710_338_135n],
      ['prague', 1_746_612_311n],
      ['osaka', 1_764_798_551n],
    ],
  ],
  [
    11_155_111,
    [
      ['cancun', 1_706_655_072n],
      ['prague', 1_741_159_776n],
      ['osaka', 1_760_427_360n],
    ],
  ],
  [
    560_048,
    [
      ['cancun', 0n],
      ['prague', 1_742_999_832n],
      ['osaka', 1_761_677_592n],
    ],
  ],
  // The local chain, which is started with these rules.
  [localChainId, [['cancun', 0n]]],
])

/**
 * Names the rules by which a chain makes the block of a time.
 *
 * @param atUnix - seconds since 1970 of the block.
 * @returns null when the chain is not in the table, or the time is before its first row.
 */
export function hardforkAt(chainId: number, atUnix: bigint): Hardfork | null {
  const rows = starts.get(chainId) ?? []
  return rows.findLast(([, fromUnix]) => fromUnix <= atUnix)?.[0] ?? null
}

/** True for a chain on one's own machine, where its rules are chosen when it starts. */
export function choosesHardfork(chainId: number): boolean {
  return chainId === localChainId
}

/** The ids of the chains whose rules are known. */
export const chainsWithHardforks: readonly number[] = [...starts.keys()]
