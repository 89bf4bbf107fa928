import { type Figure, figureKeyOf } from '../figure.ts'

/** The bar of a figure: its ratio to the peer, or ours alone in its unit. */
export type Bar = { readonly of: 'ratio' | 'ours' } & (
  | { readonly atLeast: number }
  | { readonly atMost: number }
)

/** By part, then by name and peer of the figure as `figureKeyOf` has them. */
export type Bars = Readonly<Record<string, Readonly<Record<string, Bar>>>>

/** Judges a figure: null without a bar, and where the peer that the bar is about is not installed. */
export function isHeld(figure: Figure, bar: Bar | null): boolean | null {
  const value = bar === null ? null : figure[bar.of]
  if (bar === null || value === null) return null
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost
}

/** Bars of a part without a figure: a bar that nothing can miss is a mistake. */
export function barsWithoutFigure(
  bars: Readonly<Record<string, Bar>>,
  figures: readonly Figure[],
): readonly string[] {
  const keys = new Set(figures.map(figureKeyOf))
  return Object.keys(bars).filter((key) => !keys.has(key))
}
