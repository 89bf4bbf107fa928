import { readFileSync } from 'node:fs'
import { finishSteps } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { parseTreeFile } from '../parse.ts'
import { DamagedBinaryError } from './byte-reader.ts'
import { packTree, unpackSteps, unpackTree } from './packed-tree.ts'

const treeOf = (name: string) =>
  packTree(
    parseTreeFile(
      readFileSync(new URL(`../../../../fixtures/chain/trees/${name}.json`, import.meta.url)),
    ),
  )
const [large, small] = [treeOf('local-eth-main-3'), treeOf('local-usd-lending')]

test('law: in steps the same tree is read as at once', () => {
  for (const packed of [large, small]) {
    expect(finishSteps(unpackSteps(packed))).toEqual(unpackTree(packed))
  }
})

test('golden: no step reads more than one account, text or leaf', () => {
  for (const packed of [large, small]) {
    const steps = unpackSteps(packed)
    let count = 0
    while (steps.next().done !== true) count++
    expect(count).toBeGreaterThan(packed.leafCount)
  }
})

test('refuses: bytes that were damaged, before a leaf of them is read', () => {
  const body = large.body.slice()
  body[body.length >> 1]! ^= 1
  expect(() => unpackSteps({ ...large, body }).next()).toThrow(DamagedBinaryError)
})
