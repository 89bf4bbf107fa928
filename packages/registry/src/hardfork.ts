import { type OpStackHardfork, opStackStarts, type UnknownUpgrade } from './op-stack-hardfork.ts'

/** The rules of the EVM by which a block is made, in lower case, as nodes spell them. */
export type Hardfork = 'cancun' | 'prague' | 'osaka' | OpStackHardfork

/** From when on a chain has the rules of a hardfork, or rules that are not known. */
type HardforkStart = readonly [hardfork: Hardfork | UnknownUpgrade, fromUnix: bigint]

const localChainId = 31_337

// Blob-parameter forks (BPO) change nothing that a transaction of a vault sees: they are no rows.
// Sources: EIP-7569, EIP-7600, EIP-7607 and the networks' own configurations.
const starts = new Map<number, readonly HardforkStart[]>([
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
  ...opStackStarts,
])

/**
 * Names the rules by which a chain makes the block of a time.
 *
 * @param atUnix - seconds since 1970 of the block.
 * @returns null when the chain is not in the table, the time is before its first row, or the chain has an
 * upgrade then whose rules are not known here.
 */
export function hardforkAt(chainId: number, atUnix: bigint): Hardfork | null {
  const hardfork = startAt(chainId, atUnix)?.[0]
  return typeof hardfork === 'string' ? hardfork : null
}

/**
 * Names the upgrade whose rules are not known here that a chain has at a time.
 *
 * @returns with the time from which on it has it, unix seconds; null where its rules are known, or it has no row.
 */
export function unknownUpgradeAt(
  chainId: number,
  atUnix: bigint,
): (UnknownUpgrade & { readonly fromUnix: bigint }) | null {
  const start = startAt(chainId, atUnix)
  if (start === undefined || typeof start[0] === 'string') return null
  return { ...start[0], fromUnix: start[1] }
}

/** True for a chain on one's own machine, where its rules are chosen when it starts. */
export function choosesHardfork(chainId: number): boolean {
  return chainId === localChainId
}

/** The ids of the chains whose rules are known. */
export const chainsWithHardforks: readonly number[] = [...starts.keys()]

function startAt(chainId: number, atUnix: bigint): HardforkStart | undefined {
  return starts.get(chainId)?.findLast(([, fromUnix]) => fromUnix <= atUnix)
}
