import type { BlockRef, Chain } from '@vaultwright/chain'

/** Last blocks of days, by chain, looked for once. */
export type DayEnds = {
  /** @returns the last block at or before the end of each day, in their order; days are over at the head. */
  readonly read: (
    chain: { readonly slug: string; readonly chain: Chain },
    days: readonly string[],
    head: BlockRef,
  ) => Promise<readonly BlockRef[]>
  /** Forgets a chain's: some of them turned out not to be so. */
  readonly forget: (slug: string) => void
}

/** Makes a memory of the last blocks of days. @returns it, empty. */
export function openDayEnds(): DayEnds {
  return { read: async () => [], forget: () => {} }
}
