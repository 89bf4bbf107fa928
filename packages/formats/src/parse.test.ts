import { readdirSync, readFileSync } from 'node:fs'
import { BaseError, finishSteps } from '@vaultwright/base'
import { buildLeafTree, isPadding } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import { parseTreeFile, parseTreeSteps } from './parse.ts'
import { printRust } from './rust/rust-print.ts'
import { printSolidity } from './solidity/solidity-print.ts'
import { fileOf } from './tree/tree-file.ts'

const folder = 'fixtures/trees'

/** Counts the steps of a reading, and keeps what it reports. */
function walk(input: Uint8Array | string) {
  const shares: number[] = []
  const steps = parseTreeSteps(input, (share) => shares.push(share))
  for (let count = 1; ; count++) {
    const step = steps.next()
    if (step.done === true) return { count, shares, file: step.value }
  }
}

/** The answer of a reading, or the code of its refusal. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof BaseError) return error.code
    throw error
  }
}

test('law: a file read in steps is the file read at once, refusals included', () => {
  const names = readdirSync(folder).filter((name) => /\.(json|vwtree)$/.test(name))
  expect(names.length).toBeGreaterThan(25)
  for (const name of names) {
    const bytes = readFileSync(`${folder}/${name}`)
    const inSteps = outcomeOf(() => finishSteps(parseTreeSteps(bytes)))
    expect(inSteps, name).toEqual(outcomeOf(() => parseTreeFile(bytes)))
  }
})

test('law: a large text is read in many steps, and the reports ascend to the end', () => {
  const example = parseTreeFile(readFileSync(`${folder}/example-1024.json`))
  const used = example.tree.leaves.filter((leaf) => !isPadding(leaf))
  const leaves = Array.from({ length: 4096 }, (_, slot) => used[slot % used.length]!)
  const file = fileOf(buildLeafTree(leaves), example.metadata)
  for (const text of [printSolidity(file), printRust({ ...file, format: 'rust' })]) {
    const { count, shares } = walk(text)
    expect(count).toBeGreaterThan(40)
    expect(shares).toEqual([...shares].sort((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
  }
})

test('law: a large text that contradicts itself is compared in steps, too', () => {
  const text = readFileSync(`${folder}/example-1024.json`, 'utf8')
  const damaged = text.replace(/("LeafDigest": ")(0x)(..)/, '$1$2ff')
  const { count, file } = walk(damaged)
  expect(file.findings.some(({ code }) => code === 'digest_mismatch')).toBe(true)
  expect(count).toBeGreaterThan(10)
})
