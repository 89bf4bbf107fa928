/** By what leaves are put together. */
export const groupings = ['protocol', 'target', 'function', 'decoder', 'action'] as const

/** By what leaves are put together; null leaves them in slot order. */
export type Grouping = (typeof groupings)[number] | null

/** The tabs of the explorer. */
export const treeTabs = ['leaves', 'actions', 'findings', 'risk', 'policy', 'diff'] as const

/** A part of the explorer. */
export type TreeTab = (typeof treeTabs)[number]

/** The part of the explorer's state in the address: another person opens the same view with it. */
export type TreeSearch = {
  readonly q?: string
  readonly by?: NonNullable<Grouping>
  readonly slot?: number
  /** The number of a finding, from 1. */
  readonly find?: number
  /** The leaves when it is not said. */
  readonly tab?: TreeTab
}

/** A change of the explorer's state; null takes a part out of the address. */
export type TreeSearchChange = {
  readonly [Part in keyof TreeSearch]?: TreeSearch[Part] | null
}

/**
 * Reads the explorer's part of an address; what it does not know is left out.
 *
 * @param given - whatever an address holds.
 * @returns what of it has meaning.
 */
export function parseTreeSearch(given: Readonly<Record<string, unknown>>): TreeSearch {
  const { q, by, slot, find, tab } = given
  const grouping = groupings.find((each) => each === by)
  const part = treeTabs.find((each) => each === tab && each !== 'leaves')
  // A search for digits alone comes back as a number.
  const words = typeof q === 'number' ? String(q) : q
  return {
    ...(typeof words === 'string' && words !== '' ? { q: words } : {}),
    ...(grouping === undefined ? {} : { by: grouping }),
    ...(isCount(slot) ? { slot } : {}),
    ...(isCount(find) && find > 0 ? { find } : {}),
    ...(part === undefined ? {} : { tab: part }),
  }
}

/** Changes the explorer's state: nothing chosen is nothing in the address. */
export function changeTreeSearch(before: TreeSearch, change: TreeSearchChange): TreeSearch {
  return parseTreeSearch({ ...before, ...change })
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** The vault whose strategist has both roots of a difference: the way back. */
export type DiffSearch = { readonly chain?: string; readonly address?: string }

/** Reads what an address says of a difference; what it does not know it leaves out. */
export function parseDiffSearch({ chain, address }: Readonly<Record<string, unknown>>): DiffSearch {
  const isVault = typeof chain === 'string' && typeof address === 'string'
  return isVault ? { chain, address } : {}
}
