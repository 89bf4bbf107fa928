import { readdirSync, readFileSync } from 'node:fs'
import { printHex } from '@vaultwright/base'
import { fileOf, packTree, parseTreeFile, usedCountOf } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { Store, StoredTree } from '@vaultwright/store'
import { operations } from '@vaultwright/wire'
import { Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { treeDataOf } from './tree-task.ts'
import { readTreeText } from './tree-text.ts'

/** A pool that must not be used: small texts are printed in place. */
const noPool = { run: () => Promise.reject(new Error('no thread is needed')) }
const folder = new URL('../../../../fixtures/trees/', import.meta.url)
const sound = readdirSync(folder).filter((name) =>
  /^(layout|variant|rust|example).*\.json$/.test(name),
)

function storedOf(file: ReturnType<typeof parseTreeFile>): StoredTree {
  if (file.format === 'binary') throw new Error('not as text')
  return {
    root: printHex(rootOf(file.tree.tree)),
    format: file.format,
    leafCount: usedCountOf(file.tree),
    depth: file.tree.tree.depth,
    file,
    createdAtUnix: 0n,
  }
}

test.each(sound)('default: 2.12 %s is given with the values of its text', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const data = treeDataOf(storedOf(parseTreeFile(text)))
  const { metadata, leafs, MerkleTree, leaves, root, layers } = JSON.parse(text)
  const tree =
    data.format === 'solidity'
      ? { metadata, merkle_tree: MerkleTree, leaves: leafs }
      : { leaves, root, layers }
  expect(data.tree).toEqual(tree)
  expect(Object.keys(data)).toEqual(['root_hash', 'format', 'leaf_count', 'depth', 'tree'])
  expect(Errors(operations.getTree.response, { data })).toEqual([])
})

test('behavior: a tree is read and printed once, of each tenant its own, whatever else is written', async () => {
  const account = '0x1111111111111111111111111111111111111111'
  const leaf = buildLeaf({ decoder: account, target: account, signature: 'a()', description: '' })
  const none = { vault: null, manager: null, accountant: null, decoder: null }
  const tree = storedOf(fileOf(buildLeafTree([leaf]), none))
  const tasks: string[] = []
  const findPacked = async (tenantId: string) => {
    tasks.push(tenantId)
    return tenantId === 'c' ? null : packTree(tree.file)
  }
  const store = { trees: { findPacked } } as unknown as Store
  const texts = []
  for (const tenantId of ['a', 'a', 'b', 'a', 'b', 'c', 'c']) {
    texts.push(String(await readTreeText(store, noPool, { tenantId, root: tree.root })))
  }
  expect(tasks).toEqual(['a', 'b', 'c', 'c'])
  expect(new Set(texts)).toEqual(new Set([JSON.stringify({ data: treeDataOf(tree) }), 'null']))
})
