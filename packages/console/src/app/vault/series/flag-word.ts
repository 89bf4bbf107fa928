import type { SeriesDay } from '@vaultwright/check'
import type { Flag } from '@vaultwright/valuation'

const words: Readonly<Record<Flag['flag'], string>> = {
  paused: 'paused',
  late: 'late update',
  stale_price: 'old price',
  depegged: 'off its peg',
  partial: 'partial',
  negative: 'below zero',
  zero: 'zero',
  loss: 'loss',
  unexplained: 'unexplained',
  out_of_bounds: 'out of bounds',
}

/** The word that stands for a flag; a flag that this page does not know is its own word. */
export function flagWord(flag: string): string {
  return words[flag as Flag['flag']] ?? flag.replaceAll('_', ' ')
}

/** The flags of a day, each word once. */
export function flagWordsOf({ receipt }: SeriesDay): readonly string[] {
  return [...new Set((receipt?.result.flags ?? []).map(({ flag }) => flagWord(flag)))]
}
