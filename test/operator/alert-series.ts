/** A case in which an alert fires, and then clears: values of series, a minute apart, as promtool writes them. */
export type AlertCase = {
  readonly series: Readonly<Record<string, string>>
  /** Labels of the alert that fires, severity aside. */
  readonly labels: Readonly<Record<string, string>>
  /** Minutes: nothing fires yet, it fires, it has cleared. */
  readonly quiet: number
  readonly fires: number
  readonly clears: number
}

/** A state that lasts from the tenth minute to the fortieth. */
export const passing = '0+0x9 1+0x29 0+0x60'
/** The other way round. */
export const missing = '1+0x9 0+0x29 1+0x60'
/** A counter that rises from the tenth minute to the fortieth, by so much a minute. */
export const rising = (step: number) => `0+0x9 0+${step}x29 ${29 * step}+0x120`

/** One that fires after its patience, counted from the tenth minute. */
export const after = (minutes: number) => ({ quiet: 9, fires: 10 + minutes + 1, clears: 41 })
