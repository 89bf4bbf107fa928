/** The search of the screen of swaps: a link leads another person to the same. */
export type SwapSearch = {
  /** Address of the sold token. */
  readonly sell?: string
  readonly buy?: string
  /** A market swap when it is not said. */
  readonly mode?: 'limit'
  /** Id of a quote. */
  readonly quote?: string
}

/** Reads what an address says of swaps; what it does not know it leaves out. */
export function parseSwapSearch(search: Readonly<Record<string, unknown>>): SwapSearch {
  const { sell, buy, mode, quote } = search
  return {
    ...(isAccount(sell) && isAccount(buy) ? { sell, buy } : {}),
    ...(mode === 'limit' ? { mode } : {}),
    ...(typeof quote === 'string' && /^[\w-]{1,64}$/.test(quote) ? { quote } : {}),
  }
}

function isAccount(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
