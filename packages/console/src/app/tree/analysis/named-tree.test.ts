import { readFileSync } from 'node:fs'
import { type Address, finishSteps } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import { bookProblemOf } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../../../test/support/runs.ts'
import { diffViewSteps } from './diff-view.ts'
import { meaningSteps, readingSteps } from './meaning.ts'
import { riskReportSteps, riskViewOf } from './risk-view.ts'

const text = readFileSync('fixtures/trees/rust.json', 'utf8')
const file = parseTreeFile(text)
const outsider: Address = '0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'
const drone: Address = '0xe29a6c04652F6F3d7146e360B036d4A7aE90B108'
/** The same tree, whose leaves have an account that nothing names in the place of the vault. */
const changed = {
  ...parseTreeFile(text.replaceAll(file.metadata.vault!.slice(2), outsider.slice(2))),
  metadata: file.metadata,
}

/** Everything that the screens show of both trees, where the address book has a name for two accounts. */
function viewsWith(name: string | null) {
  const entries = [outsider, drone].map((address) => ({ chainId: null, address, text: name ?? '' }))
  const book = name === null ? [] : entries
  const [before, after] = [file, changed].map((each) => ({ file: each, book, chainId: null }))
  const { names, ...meaning } = finishSteps(meaningSteps(finishSteps(readingSteps(after!))))
  // Markdown is for other places, and escapes what names may have.
  const { markdown: _, ...risk } = riskViewOf(after!, finishSteps(riskReportSteps(after!)))
  const { markdown: __, ...diff } = finishSteps(diffViewSteps(before!, after!))
  return { names, meaning, risk, diff }
}

/** A printed view, each address short; without the headline of what is riskier, which is cut at a length. */
function shortened(view: string): string {
  return view
    .replace(/"riskier: (?:[^"\\]|\\.)*…"/g, '""')
    .replace(/(0x[0-9a-fA-F]{4})[0-9a-fA-F]{32}([0-9a-fA-F]{4})(?![0-9a-fA-F])/g, '$1…$2')
}

const letters = [...'abzABZ09 ._-#+\'"<>|`*\u202e\u200b(é0аI1lΑ\n']
const anyName = fc.oneof(
  fc.constantFrom('Treasury', 'Ops #2', "Ann's key", 'WETH', 'the vault', '<b>Safe</b>', 'proven'),
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 70 }),
  fc.string({ unit: 'binary' }),
)

test('law: a name of the address book stands before its address with its mark, and changes nothing else', () => {
  const { names: _, ...plain } = viewsWith(null)
  const expected = shortened(JSON.stringify(plain))
  let named = 0
  fc.assert(
    fc.property(anyName, (name) => {
      const { names, ...views } = viewsWith(name)
      const printed = JSON.stringify(views)
      const isName = bookProblemOf(name) === null
      if (isName) named++
      for (const account of [outsider, drone]) {
        const entry = names[account.toLowerCase()]
        expect(entry).toEqual(isName ? { text: name, source: 'address book' } : undefined)
      }
      expect(printed.includes(`${name} (address book) 0x`)).toBe(isName)
      const bare = isName ? printed.replaceAll(`${name} (address book) `, '') : printed
      expect(shortened(bare)).toBe(expected)
    }),
    { numRuns: runsOf(0.3) },
  )
  expect(named).toBeGreaterThan(0)
})

test('golden: a name of one chain stands only in trees of that chain', () => {
  const book = [{ chainId: 31_337, address: drone, text: 'Drone one' }]
  const sentencesOn = (chainId: number | null) => {
    const tree = { file, book, chainId }
    return riskViewOf(tree, finishSteps(riskReportSteps(tree))).ways.map(({ line }) => line)
  }
  expect(sentencesOn(31_337).join('\n')).toContain('Drone one (address book) 0xe29a…B108')
  expect(sentencesOn(1).join('\n')).not.toContain('Drone one')
  expect(sentencesOn(null).join('\n')).not.toContain('Drone one')
})
