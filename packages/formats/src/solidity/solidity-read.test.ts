import { readdirSync, readFileSync } from 'node:fs'
import { BaseError, finishSteps } from '@vaultwright/base'
import { buildLeafTree, paddingLeaf } from '@vaultwright/manager'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { parseTreeFile } from '../parse.ts'
import { layouts } from '../tree/layout.ts'
import { fileOf } from '../tree/tree-file.ts'
import { printSolidity } from './solidity-print.ts'
import { readTidySteps } from './solidity-read.ts'

const folder = new URL('../../../../fixtures/trees/', import.meta.url)
const fixture = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const names = readdirSync(folder).filter((name) => /^(layout|variant|damaged)-.*\.json$/.test(name))
const encoder = new TextEncoder()
const readTidy = (text: string) => finishSteps(readTidySteps(encoder.encode(text), () => {}))

/** A text is read as JSON, bytes are read straight. */
function outcomeOf(input: Uint8Array | string): unknown {
  try {
    return parseTreeFile(input)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { code: error.code, message: error.message, facts: error.facts }
  }
}

const small = parseTreeFile(fixture('layout-prettier-2.json'))
const { leaves } = small.tree
const words = fc.string({ unit: 'binary', maxLength: 12 })

test('law: bytes are read as their text is, whatever the leaves say and however it is laid out', () => {
  const tree = fc.record({
    picks: fc.array(fc.record({ at: fc.nat(), description: words, isPayable: fc.boolean() }), {
      minLength: 1,
      maxLength: 9,
    }),
    gaps: fc.array(fc.nat({ max: 8 }), { maxLength: 2 }),
    layout: fc.constantFrom(...layouts),
    newline: fc.constantFrom('\n', '\r\n'),
    finalNewline: fc.boolean(),
  })
  let tidy = 0
  fc.assert(
    fc.property(tree, ({ picks, gaps, layout, newline, finalNewline }) => {
      const used = picks.map(({ at: slot, description, isPayable }) => {
        const leaf = leaves[slot % leaves.length]!
        return { ...leaf, description, canSendValue: isPayable }
      })
      for (const gap of gaps) used.splice(gap, 0, paddingLeaf)
      const file = fileOf(buildLeafTree(used), small.metadata)
      const text = printSolidity(file, { layout, finalNewline }).replaceAll('\n', newline)
      expect(parseTreeFile(encoder.encode(text))).toEqual(parseTreeFile(text))
      tidy += Number(readTidy(text) !== null)
    }),
    { numRuns: runsOf(1) },
  )
  // A reader that gives every text up would agree, too.
  expect(tidy).toBeGreaterThan(0)
})

test('law: one changed byte of any file gives the same finding or refusal as its text', () => {
  const change = fc.record({
    name: fc.constantFrom(...names.filter((name) => fixture(name) !== '')),
    at: fc.nat(),
    by: fc.constantFrom(...'"\\{}[],: \n0aAxé\t', 'é', '\\u0041', ''),
    cut: fc.nat({ max: 2 }),
  })
  fc.assert(
    fc.property(change, ({ name, at: start, by, cut }) => {
      const text = fixture(name)
      const place = start % text.length
      const changed = text.slice(0, place) + by + text.slice(place + cut)
      expect(outcomeOf(encoder.encode(changed))).toEqual(outcomeOf(changed))
    }),
    { numRuns: runsOf(3) },
  )
})

test.for([...names, 'example-1024.json'])(
  'golden: %s is the same file as bytes and as text',
  (name) => {
    const text = fixture(name)
    expect(outcomeOf(encoder.encode(text))).toEqual(outcomeOf(text))
  },
)

test('golden: of a tidy file only what stands before the leaves is parsed as JSON', () => {
  for (const layout of layouts) {
    const text = printSolidity(small, { layout })
    const parse = vi.spyOn(JSON, 'parse')
    try {
      parseTreeFile(encoder.encode(text))
      const parsed = parse.mock.calls.map(([part]) => part.length)
      expect(parsed.length, layout).toBe(1)
      expect(parsed[0], layout).toBeLessThan(1_200)
    } finally {
      parse.mockRestore()
    }
  }
})

test.each([
  [
    'another order of keys',
    (text: string) => text.replace(/("metadata": \{\n)(.*\n)(.*\n)/, '$1$3$2'),
  ],
  ['a key that stands twice', (text: string) => text.replace(/( +"LeafCount": .*\n)/, '$1$1')],
  ['a digest of another leaf', (text: string) => text.replace(/("LeafDigest": "0x)../, '$100')],
  [
    'an account in lower case',
    (text: string) => text.replace(/"TargetAddress": ".*"/, (it) => it.toLowerCase()),
  ],
  ['an escape that is not needed', (text: string) => text.replace('Approve', '\\u0041pprove')],
  ['a node of another tree', (text: string) => text.replace(/(\]\n {2}\}\n)/, ' $1')],
  ['more after the end', (text: string) => `${text} `],
  ['nothing but its head', (text: string) => text.slice(0, text.indexOf('"leafs"') + 11)],
])('refuses: %s is not read straight', (_, change) => {
  const text = fixture('layout-prettier-2.json')
  expect(readTidy(text)).not.toBeNull()
  expect(change(text)).not.toBe(text)
  expect(readTidy(change(text))).toBeNull()
})
