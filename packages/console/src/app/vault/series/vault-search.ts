/** The measures of a series. */
export const measures = {
  price: 'Share price',
  daily: 'Daily APY',
  week: '7-day APY',
  tvl: 'TVL',
} as const

/** The measure of a chart. */
export type Measure = keyof typeof measures

/** The spans of a series: the last so many days of the calendar, or all. */
export const spans = { '7': '7 d', '30': '30 d', '90': '90 d', '365': 'Year', all: 'All' } as const

/** A name of a span. */
export type Span = keyof typeof spans

/** The shown part of a vault: a link leads another person to the same. */
export type VaultSearch = {
  readonly show?: Measure
  readonly span?: Span
  readonly as?: 'table'
  /** The day whose receipt is open, or `week` for that of the performance. */
  readonly why?: string
}

/** Reads what an address says of a vault's page; what it does not know it leaves out. */
export function parseVaultSearch(search: Readonly<Record<string, unknown>>): VaultSearch {
  const { show, span, as, why: explained } = search
  const spanText = String(span)
  return {
    ...(typeof show === 'string' && Object.hasOwn(measures, show) ? { show: show as Measure } : {}),
    ...(Object.hasOwn(spans, spanText) ? { span: spanText as Span } : {}),
    ...(as === 'table' ? { as } : {}),
    ...(typeof explained === 'string' && /^(\d{4}-\d\d-\d\d|week)$/.test(explained)
      ? { why: explained }
      : {}),
  }
}
