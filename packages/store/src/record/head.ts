import type { Hex } from '@vaultwright/base'

/** The last block of a chain that a process took for final. */
export type FinalHead = {
  /** Slug. */
  readonly chain: string
  readonly number: bigint
  readonly hash: Hex
  readonly atUnix: bigint
}

/** The highest head of each chain, by whichever process: a node that is behind it is waited for. */
export type HeadStore = {
  /** Notes a final head. @returns the highest that was ever noted: this one, or one that is further. */
  readonly raise: (head: FinalHead) => Promise<FinalHead>
  /** Forgets how far a chain was seen: for a chain that began anew. @returns false when it was not known. */
  readonly forget: (chain: string) => Promise<boolean>
  /** @returns by chain. */
  readonly list: () => Promise<readonly FinalHead[]>
}
