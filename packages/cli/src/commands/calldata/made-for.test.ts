import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import { verifyCalldata } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { openSignedDocument } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { plain } from '../../terminal/style.ts'
import { madeForOf, printMadeFor } from './made-for.ts'

const fixtures = join(import.meta.dirname, '../../../../../fixtures')
const treeOf = (name: string) => parseTreeFile(readFileSync(join(fixtures, name))).tree
const [ownTree, otherTree] = ['trees/example-1024.json', 'chain/trees/local-eth-main-3.json'].map(
  treeOf,
)
const batch = openSignedDocument(readFileSync(join(fixtures, 'safe/batch.json'), 'utf8'))
const data = batch.children[0]!.data
const root = '0xa38c5c044ed880154ff9cafa8f1839bf384dd043768bfb297c41fd6088cd55ca'
const madeOf = (calldata: Hex, tree: typeof ownTree) => {
  const options = { rules: ruleBook, tree: tree! }
  return madeForOf(calldata, verifyCalldata(calldata, options), options)
}

test('golden: calldata of another tree says first which root it was made for', () => {
  const calldataRoot = madeOf(data, otherTree)
  expect(calldataRoot).toMatchObject({ root, leaves: 2 })
  const lines = [...printMadeFor({ ...calldataRoot!, source: 'tree' }, plain)]
  expect(lines[0]).toBe(`Made for root ${root}, this tree is ${calldataRoot!.expected}.\n`)
})

test('behavior: a single call says where its proof leads, and not for which tree it was made', () => {
  const evidence = { root, leaves: 1, expected: root, source: 'chain' } as const
  expect([...printMadeFor(evidence, plain)].join('')).toContain('made for another tree, or changed')
})

test('refuses: to guess for calldata of the tree itself, changed or not', () => {
  expect(madeOf(data, ownTree)).toBe(null)
  const changed = data.replaceAll('d9760c51', 'd9760c52') as Hex
  expect(madeOf(changed, ownTree)).toBe(null)
  expect([...printMadeFor(null, plain)]).toEqual([])
})
