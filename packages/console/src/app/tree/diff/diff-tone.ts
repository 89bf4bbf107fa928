import type { DiffLine } from '../analysis/question.ts'

/** Each danger in words. */
export const dangerWords: { readonly [danger in DiffLine['dangers'][number]]: string } = {
  critical: 'a stolen key could take value by it',
  high: 'a stolen key could lose value by it',
  unknown: 'what a stolen key could do by it is not known',
  binds_less: 'an argument that was bound is free',
  new_account: 'an account that is new receives or spends',
  medium: 'a stolen key could do harm by it',
  low: 'a stolen key could do little harm by it',
  info: 'good to know',
}

/** The colour of a line by its risk, never by plus or minus: critical red, other dangers amber, what is gone green. */
export function toneOfLine({ kind, dangers }: DiffLine): 'bad' | 'look' | 'good' | 'plain' {
  const [worst] = dangers
  if (worst === 'critical') return 'bad'
  if (worst !== undefined && worst !== 'low' && worst !== 'info') return 'look'
  return kind === 'removed' ? 'good' : 'plain'
}

const kinds = { added: 'new', removed: 'removed', changed: 'changed', described: 'same' } as const

/** The kind of a line with its worst danger, as `critical, new`. */
export function wordsOfLine({ kind, dangers }: DiffLine): string {
  const [worst] = dangers
  return worst === undefined ? kinds[kind] : `${worst.replaceAll('_', ' ')}, ${kinds[kind]}`
}
