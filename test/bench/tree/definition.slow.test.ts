import type { Address } from '@vaultwright/base'
import { inferDefinition } from '@vaultwright/definition'
import { fileOf, parseTreeFile } from '@vaultwright/formats'
import { buildLeafTree, isPadding } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import { hasRealTrees, readRealTree, realTreeNames } from '../../support/call/real-tree.ts'
import { inferOptions, rebuild } from './definition.ts'
import { spreadTree } from './permission.ts'

test('golden: 2,918 leaves become a definition, and all of it the same tree', () => {
  const file = spreadTree(0, 2_918)
  const inference = inferDefinition(file, inferOptions)
  expect([inference.used, inference.recognised]).toEqual([2_918, 2_918])
  expect(rebuild(inference).root).toBe(file.metadata.root)
})

test.skipIf(!hasRealTrees)(
  'golden: the leaves of all real trees of one chain become a definition, and the same tree again',
  () => {
    const names = realTreeNames.filter((name) => name.startsWith('ethereum'))
    const files = names.map((name) => parseTreeFile(readRealTree(name)))
    const [{ metadata }] = files as [(typeof files)[number]]
    const { vault, manager, accountant, decoder } = metadata
    const leaves = files.flatMap((file) => {
      const owner = (account: Address): Address => {
        if (account === file.metadata.vault) return vault!
        return account === file.metadata.manager ? manager! : account
      }
      const used = file.tree.leaves.filter((leaf) => !isPadding(leaf))
      return used.map((leaf) => ({
        ...leaf,
        target: owner(leaf.target),
        arguments: leaf.arguments.map(owner),
      }))
    })
    expect(leaves.length).toBeGreaterThan(2_500)
    const joined = fileOf(buildLeafTree(leaves), { vault, manager, accountant, decoder })
    const inference = inferDefinition(joined, inferOptions)
    expect([inference.recognised, inference.unrecognised]).toEqual([inference.used, []])
    expect(rebuild(inference).root).toBe(joined.metadata.root)
  },
)
