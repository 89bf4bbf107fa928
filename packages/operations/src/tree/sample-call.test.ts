import { readFileSync } from 'node:fs'
import { parseTreeFile } from '@vaultwright/formats'
import {
  candidatesOf,
  droneTargetOf,
  isPadding,
  type Leaf,
  packedOf,
  paddingLeaf,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { sampleCallsOf } from './sample-call.ts'

const files = ['trees/example-1024.json', 'chain/trees/local-eth-main-3.json']
const leavesOf = (file: string): readonly Leaf[] => {
  const path = new URL(`../../../../fixtures/${file}`, import.meta.url)
  return parseTreeFile(readFileSync(path)).tree.leaves.filter((leaf) => !isPadding(leaf))
}

test.each(files)('behavior: a sample packs what its leaf holds: %s', (file) => {
  const leaves = leavesOf(file)
  let count = 0
  for (const leaf of leaves) {
    const sampled = sampleCallsOf(leaf, ruleBook)
    if (!sampled.ok) {
      expect(sampled.why.length).toBeGreaterThan(10)
      continue
    }
    count++
    const [sample] = sampled.samples
    const drone = droneTargetOf(sample!.calldata)?.slice(2).toLowerCase() ?? ''
    const packings = candidatesOf(ruleBook, sample!.calldata).flatMap(({ outcome }) =>
      outcome.ok ? [`${outcome.packed}${drone}`] : [],
    )
    expect(packings).toContain(packedOf(leaf).toLowerCase())
  }
  expect(count / leaves.length).toBeGreaterThan(0.9)
})

test('behavior: a leaf without a sample has a reason', () => {
  expect(sampleCallsOf(paddingLeaf, ruleBook)).toEqual({ ok: false, why: 'it is an empty slot' })
  const [leaf] = leavesOf(files[0]!)
  const unknown = { ...leaf!, selector: '0x00000001', signature: 'f()' } as Leaf
  expect(sampleCallsOf(unknown, ruleBook)).toMatchObject({ ok: false })
})

test('behavior: a leaf whose decoder reads the chain is no drone of an older decoder', () => {
  const decrease = leavesOf(files[1]!).find(({ signature }) =>
    signature.startsWith('decreaseLiquidity('),
  )
  expect(sampleCallsOf(decrease!, ruleBook)).toEqual({
    ok: false,
    why: 'its decoder reads the chain',
  })
})
