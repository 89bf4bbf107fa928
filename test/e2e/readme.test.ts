import { beforeAll, describe, expect, test } from 'vitest'
import {
  assertShown,
  commandsIn,
  commandsOf,
  type ExampleRun,
  elidedLike,
  examples,
  openClone,
  runExamples,
} from '../support/page/page-example.ts'

// The examples that need no chain and no service; the others run in readme-chain.slow.test.ts.
const clone = openClone()
const nowhere = { places: new Map<string, string>(), key: '' }
const commands = commandsOf('offline')
const codes = examples.filter(({ language, tier }) => language === 'ts' && tier === 'offline')

test.each(commands)('golden: $page shows what is printed: $command', (shown) => {
  assertShown(shown, clone, nowhere)
})

describe('examples in TypeScript', () => {
  let ran: ExampleRun
  beforeAll(() => {
    ran = runExamples(
      codes.map(({ code }) => code),
      clone,
      nowhere,
    )
  })

  test.each(codes.map(({ page, line }, at) => ({ page, line, at })))(
    'golden: the example runs: $page, line $line',
    ({ at: place }) => {
      expect(ran.failures[place]).toBe('')
    },
  )

  test('law: no example writes to standard error', () => {
    expect(ran.errors).toBe('')
  })
})

test('law: the front door, the tour and the pages of each user have examples, and so have packages', () => {
  const pages = new Set(commands.map(({ page }) => page))
  const docs = ['tour', 'sign', 'permission', 'review'].map((name) => `docs/${name}.md`)
  expect(['README.md', ...docs].filter((page) => !pages.has(page))).toEqual([])
  expect(commands.length).toBeGreaterThan(20)
  expect(codes.length).toBeGreaterThan(20)
})

test('law: what stands behind an example that needs a node runs with it', () => {
  const tiers = examples.filter(({ page }) => page === 'docs/tour.md').map(({ tier }) => tier)
  expect(tiers).toEqual(tiers.toSorted().toReversed())
  expect(new Set(tiers).size).toBe(2)
})

describe('lines that a page leaves out', () => {
  const lines = ['a', 'b 1', 'c', 'd 2', 'e']

  test.each([
    [['a', '…', 'e']],
    [['a', 'b …', '…']],
    [['…', 'c', '…', 'e']],
    [['a', '…', 'd …', '…']],
    [['…', 'b 1', 'c', '…', 'd 2', 'e', '…']],
  ])('default: %j is printed so', (shown) => {
    expect(elidedLike(lines, shown)).toEqual(shown)
  })

  test.each([
    [['b 1', '…']],
    [['…', 'd 2']],
    [['a', '…', 'd …', '…', 'b 1', '…']],
    [['a', '…', 'f', '…']],
    [['a', 'b …', 'd …', '…']],
    [['a', '…', 'a', 'b 1', 'c', 'd 2', 'e']],
  ])('refuses: %j, which is not printed', (shown) => {
    expect(elidedLike(lines, shown)).not.toEqual(shown)
  })
})

test('golden: a command goes on behind a stroke, and its output follows', () => {
  expect(commandsIn('$ one \\\n    two\nthree\n$ four\n')).toEqual([
    { command: 'one two', output: ['three'] },
    { command: 'four', output: [] },
  ])
})
