import { expect, test } from 'vitest'
import type { DiffLine } from '../analysis/question.ts'
import { dangerWords, toneOfLine, wordsOfLine } from './diff-tone.ts'

const line = (kind: DiffLine['kind'], dangers: DiffLine['dangers'] = []): DiffLine => ({
  kind,
  calls: 'erc_20/transfer',
  target: 'WETH',
  before: [],
  after: [],
  leaves: 1,
  dangers,
})

test('golden: colour is risk, and words say the kind', () => {
  const lines = [
    line('added', ['critical', 'new_account']),
    line('changed', ['binds_less']),
    line('added', ['low']),
    line('added'),
    line('removed'),
  ]
  expect(lines.map((each) => [toneOfLine(each), wordsOfLine(each)])).toEqual([
    ['bad', 'critical, new'],
    ['look', 'binds less, changed'],
    ['plain', 'low, new'],
    ['plain', 'new'],
    ['good', 'removed'],
  ])
})

test('law: a danger from medium on is never shown as harmless, whatever the kind', () => {
  const serious = Object.keys(dangerWords).filter((danger) => danger !== 'low' && danger !== 'info')
  for (const danger of serious as (keyof typeof dangerWords)[])
    for (const kind of ['added', 'removed', 'changed', 'described'] as const)
      expect(['bad', 'look']).toContain(toneOfLine(line(kind, [danger])))
})
