import { expect, test } from 'vitest'
import { findItems, type PaletteItem } from './palette-item.ts'

const item = (title: string, note = '', group = 'Go to'): PaletteItem => ({
  group,
  title,
  note,
  to: `/${title.toLowerCase()}`,
})
const items = [item('Trees'), item('Index', 'of trees'), item('Tree house', 'vault', 'Vaults')]

test('golden: every word has to be there, titles that begin with it come first, groups stay together', () => {
  const titles = (query: string) => findItems(items, query).map(({ title }) => title)
  expect(titles('')).toEqual(['Trees', 'Index', 'Tree house'])
  expect(titles('tree')).toEqual(['Trees', 'Index', 'Tree house'])
  expect(titles('trees index')).toEqual(['Index'])
  expect(titles(' HOUSE')).toEqual(['Tree house'])
  expect(titles('nothing')).toEqual([])
})

test('law: a root leads to its tree, whatever else is found', () => {
  const root = `0x${'aB'.repeat(32)}`
  expect(findItems(items, root).map(({ to }) => to)).toEqual([
    `/trees/${root.toLowerCase()}`,
    `/trees/${root.toLowerCase()}/pending`,
  ])
  expect(findItems(items, root.slice(0, -1))).toEqual([])
})
