import type { Address, Hex } from '@vaultwright/base'
import type { Deployment, Store } from '@vaultwright/store'
import { expect, test } from 'vitest'
import { localTree } from '../../../../test/support/node/local-chain.ts'
import { openSubjectMemory } from './subject-memory.ts'

const file = localTree('local-eth-lending')
const wide = { ...file, tree: { ...file.tree, leaves: Array(150_000).fill(file.tree.leaves[0]) } }
const rootOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}` as Hex
const missing = rootOf(9_999)

function memoryOf(trees: (root: Hex) => object | null) {
  const readRoots: Hex[] = []
  const find = async (_: string, root: Hex) => {
    readRoots.push(root)
    return trees(root)
  }
  const memory = openSubjectMemory({ trees: { find } } as unknown as Store)
  const vault = `0x${'1'.repeat(40)}` as Address
  const deployment = { chain: 'local', manager: vault, drones: [] } as unknown as Deployment
  return {
    asked: readRoots,
    read: (...roots: readonly Hex[]) => memory({ tenantId: 't', vault, deployment, roots }),
  }
}

test('default: the trees of a thousand vaults are each read once, one that is missing whenever it is asked for', async () => {
  const { asked: roots, read: readSubjects } = memoryOf((root) =>
    root === missing ? null : { file },
  )
  for (let round = 0; round < 2; round++) {
    for (let index = 1; index <= 1_000; index++) await readSubjects(rootOf(index))
    expect((await readSubjects(missing)).missingTrees).toEqual([missing])
  }
  expect(roots).toHaveLength(1_002)
})

test('behavior: of trees that are wider than any vault needs only the last is remembered', async () => {
  const { asked: roots, read: readSubjects } = memoryOf(() => ({ file: wide }))
  await readSubjects(rootOf(1))
  await readSubjects(rootOf(2))
  await readSubjects(rootOf(1), rootOf(2))
  expect(roots).toEqual([1, 2, 1].map(rootOf))
})
