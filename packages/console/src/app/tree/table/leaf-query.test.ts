import { readFileSync } from 'node:fs'
import { finishSteps } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import { expect, test } from 'vitest'
import { meaningSteps, readingSteps } from '../analysis/meaning.ts'
import { openTreeOf } from '../state/open-tree.ts'
import { groupRows } from './group-rows.ts'
import { parseLeafQuery, searchRows } from './leaf-query.ts'

const file = parseTreeFile(readFileSync('fixtures/trees/example-1024.json'))
const { rows } = openTreeOf(file, { key: 'a', name: 'a', ms: 0, asked: null })
const meaning = finishSteps(
  meaningSteps(finishSteps(readingSteps({ file, book: [], chainId: null }))),
)
const search = (text: string) => searchRows(rows, parseLeafQuery(text), meaning)

test('golden: each word of the search language narrows to its part of a leaf', () => {
  expect(search('').length).toBe(rows.length)
  expect(search('#12').map(({ slot }) => slot)).toEqual([12])
  expect(search('fn:approve').every(({ leaf }) => leaf.signature.startsWith('approve'))).toBe(true)
  expect(search('has:value').every(({ leaf }) => leaf.canSendValue)).toBe(true)
  const { target, decoder } = rows[0]!.leaf
  expect(search(`to:${target.slice(0, 12)}`).every(({ leaf }) => leaf.target === target)).toBe(true)
  expect(search(`decoder:${decoder}`).every(({ leaf }) => leaf.decoder === decoder)).toBe(true)
  expect(search('protocol:aave').every(({ slot }) => meaning.protocols[slot] === 'Aave v3')).toBe(
    true,
  )
  expect(search('"Wrap native"').length).toBeGreaterThan(0)
  for (const text of ['fn:approve', 'has:value', 'protocol:aave', 'to:0x', 'has:finding']) {
    expect(search(text).length, text).toBeGreaterThan(0)
  }
})

test('law: terms together leave the leaves that each of them leaves', () => {
  const each = ['fn:approve', 'northlight', 'to:0x42fe'].map((term) => new Set(search(term)))
  const both = search('fn:approve northlight to:0x42fe')
  expect(both).toEqual(rows.filter((row) => each.every((kept) => kept.has(row))))
})

test('refuses: a property without a meaning finds nothing and says why', () => {
  expect(search('has:money')).toEqual([])
  expect(parseLeafQuery('has:money').problem).toContain('has:money')
})

test('law: every grouping keeps every leaf once', () => {
  for (const by of ['protocol', 'target', 'function', 'decoder', 'action'] as const) {
    const lines = groupRows(rows, by, meaning)
    const slots = lines.flatMap((line) => (line.kind === 'leaf' ? [line.row.slot] : []))
    expect(slots.sort((one, other) => one - other)).toEqual(rows.map(({ slot }) => slot))
    const counted = lines.reduce((sum, line) => sum + (line.kind === 'group' ? line.count : 0), 0)
    expect(counted).toBe(rows.length)
  }
})
