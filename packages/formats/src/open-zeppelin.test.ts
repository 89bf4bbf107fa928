import { readFileSync } from 'node:fs'
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import { printHex } from '@vaultwright/base'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import { expect, test } from 'vitest'
import { detectFormat } from './detect.ts'
import { parseOpenZeppelin, printOpenZeppelin } from './open-zeppelin.ts'
import { parseTreeFile } from './parse.ts'

const folder = new URL('../../../fixtures/trees/', import.meta.url)
const bytes = (name: string) => readFileSync(new URL(name, folder))

test('default', async () => {
  const { tree } = parseTreeFile(bytes('layout-forge.json')).tree
  const dump = printOpenZeppelin(tree)
  const theirs = SimpleMerkleTree.load(JSON.parse(dump))
  theirs.validate()
  expect(theirs.root).toBe(printHex(rootOf(tree)))
  for (let position = 0; position < tree.capacity; position++) {
    expect(theirs.getProof(position)).toEqual(proofHexOf(tree, position))
  }
  expect((await parseOpenZeppelin(dump)).root).toBe(theirs.root)
})

test('behavior: the dump is what their library dumps', () => {
  const { tree } = parseTreeFile(bytes('example-1024.json')).tree
  const dump = JSON.parse(printOpenZeppelin(tree))
  const theirs = SimpleMerkleTree.of(
    dump.values.map((entry: { readonly value: string }) => entry.value),
    { sortLeaves: false },
  )
  expect(theirs.dump()).toEqual(dump)
})

test('behavior: their dumps are read by their library', async () => {
  const simple = await parseOpenZeppelin(bytes('foreign-openzeppelin-simple-v1.json'))
  expect(simple).toMatchObject({ kind: 'openzeppelin-simple-v1', leafEncoding: null })
  expect(simple.leaves).toHaveLength(7)
  expect(simple.values).toEqual(simple.leaves)
  const standard = await parseOpenZeppelin(bytes('foreign-openzeppelin-standard-v1.json'))
  expect(standard).toMatchObject({
    kind: 'openzeppelin-standard-v1',
    leafEncoding: ['address', 'string'],
  })
  expect(standard.values).toHaveLength(7)
})

test.for([
  ['binary', 'binary-1.vwtree'],
  ['solidity', 'example-1024.json'],
  ['solidity', 'damaged-target.json'],
  ['rust', 'rust.json'],
  ['odd-promotion', 'foreign-odd-promotion.json'],
  ['unsorted-pairs', 'foreign-unsorted-pairs.json'],
  ['openzeppelin-simple-v1', 'foreign-openzeppelin-simple-v1.json'],
  ['openzeppelin-standard-v1', 'foreign-openzeppelin-standard-v1.json'],
  ['unknown', 'damaged-truncated.json'],
  ['unknown', 'damaged-empty.json'],
  ['unknown', 'README.md'],
] as const)('behavior: reports the shape %s of %s', ([kind, name]) => {
  expect(detectFormat(bytes(name)).kind).toBe(kind)
})

test.for(['odd-promotion', 'unsorted-pairs', 'openzeppelin-simple-v1', 'openzeppelin-standard-v1'])(
  'error: ForeignFormatError for %s',
  (kind) => {
    expect(() => parseTreeFile(bytes(`foreign-${kind}.json`))).toThrowError(
      expect.objectContaining({ code: 'foreign_format', facts: expect.objectContaining({ kind }) }),
    )
  },
)

test('error: InvalidDumpError', async () => {
  const dump = JSON.parse(bytes('foreign-openzeppelin-simple-v1.json').toString())
  dump.tree[0] = dump.tree[1]
  const error = expect.objectContaining({ code: 'invalid_dump' })
  await expect(parseOpenZeppelin(JSON.stringify(dump))).rejects.toThrowError(error)
  await expect(parseOpenZeppelin('{"format":"simple-v1"}')).rejects.toThrowError(error)
  await expect(parseOpenZeppelin('{"format":"simple-v2"}')).rejects.toThrowError(error)
})
