/** What a series may show. */
export const measures = {
  price: 'Share price',
  daily: 'Daily APY',
  week: '7-day APY',
  tvl: 'TVL',
} as const

/** What a chart shows. */
export type Measure = keyof typeof measures

/** Which days of a series are shown: the last so many of the calendar, or all. */
export const spans = { '7': '7 d', '30': '30 d', '90': '90 d', '365': 'Year', all: 'All' } as const

/** A name of a span. */
export type Span = keyof typeof spans

/** What of a vault is shown: a link leads another person to the same. */
export type VaultSearch = {
  readonly show?: Measure
  readonly span?: Span
  readonly as?: 'table'
  /** The day whose receipt is open, or `week` for that of the performance. */
  readonly why?: string
}

/** Reads what an address says of a vault's page; what it does not know it leaves out. */
export function parseVaultSearch(search: Readonly<Record<string, unknown>>): VaultSearch {
  const { show, span, as, why } = search
  const spanText = String(span)
  return {
    ...(typeof show === 'string' && Object.hasOwn(measures, show) ? { show: show as Measure } : {}),
    ...(Object.hasOwn(spans, spanText) ? { span: spanText as Span } : {}),
    ...(as === 'table' ? { as } : {}),
    ...(typeof why === 'string' && /^(\d{4}-\d\d-\d\d|week)$/.test(why) ? { why } : {}),
  }
}
