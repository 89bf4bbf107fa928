import type { Row } from '@vaultwright/operations'

/** Draws whole numbers below a bound. */
export type DrawSource = { readonly below: (bound: number) => number }

const noise: readonly unknown[] = [
  null,
  '',
  '0x',
  '0',
  '1',
  0,
  1,
  -1,
  2 ** 53,
  '1e3',
  '0x00',
  '1'.repeat(80),
  [],
  {},
  true,
  'NaN',
  '٣',
  '0x00000000000000000000000000000000DeaDBeef',
  `0x${'12'.repeat(32)}`,
  `0x${'34'.repeat(65)}`,
]

/** Changes a row of a queue as a random service would: any field, any confirmation, any digit. */
export function corrupted(row: Row, draw: DrawSource): Row {
  const copy = structuredClone(row)
  const pick = <Value>(list: readonly Value[]) => list[draw.below(list.length)]!
  for (let change = 0; change <= draw.below(3); change++) {
    const kind = draw.below(4)
    const list = Array.isArray(copy.confirmations) ? (copy.confirmations as Row[]) : null
    if (kind === 0) copy[pick(Object.keys(copy))] = pick(noise)
    else if (list === null || list.length === 0) continue
    else if (kind === 1) pick(list)[pick(['owner', 'signature'])] = pick(noise)
    else if (kind === 2) {
      const shapes = [[], list.slice(1), list.slice(0, 1), [...list, list[0]], [...list].reverse()]
      copy.confirmations = structuredClone(pick(shapes))
    } else {
      const confirmation = pick(list)
      const text = String(confirmation.signature)
      const place = 2 + draw.below(Math.max(1, text.length - 2))
      confirmation.signature = `${text.slice(0, place)}${pick([...'0123456789abcdef'])}${text.slice(place + 1)}`
    }
  }
  return copy
}
