/** An address that the palette leads to. */
export type PaletteItem = {
  readonly group: string
  readonly title: string
  readonly note: string
  /** An address of the console, as its router has it. */
  readonly to: string
  /** The keys that lead there, too. */
  readonly keys?: string
}

/** Items that are shown at most. */
const maxItems = 40

/**
 * Finds items that have every word, those whose title begins with the first word before others; groups stay together.
 *
 * @param query - words, an address, or a root: a root leads to its tree.
 */
export function findItems(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  const text = query.trim().toLowerCase()
  const words = text.split(/\s+/).filter(Boolean)
  const matches = items.filter((item) => {
    const itemText = `${item.title} ${item.note} ${item.to}`.toLowerCase()
    return words.every((word) => itemText.includes(word))
  })
  const rank = ({ title }: PaletteItem) => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  const groups = [...new Set(matches.map(({ group }) => group))]
  const sorted = groups.flatMap((group) =>
    matches
      .filter((item) => item.group === group)
      .toSorted((one, other) => rank(one) - rank(other)),
  )
  return [...rootItems(text), ...sorted].slice(0, maxItems)
}

function rootItems(text: string): readonly PaletteItem[] {
  if (!/^0x[0-9a-f]{64}$/.test(text)) return []
  return [
    { group: 'Trees', title: 'Tree of this root', note: 'on chain', to: `/trees/${text}` },
    { group: 'Trees', title: 'Pending tree', note: 'of this root', to: `/trees/${text}/pending` },
  ]
}
