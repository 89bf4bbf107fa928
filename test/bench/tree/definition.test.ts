import { readdirSync, readFileSync } from 'node:fs'
import type { Address } from '@vaultwright/base'
import { inferDefinition } from '@vaultwright/definition'
import { fileOf, parseTreeFile } from '@vaultwright/formats'
import { buildLeafTree, isPadding } from '@vaultwright/manager'
import { type KnownFacts, knownFactsOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { isFilePresent } from '../../support/skip-unless.ts'
import { inferOptions, rebuild } from './definition.ts'
import { spreadTree } from './permission.ts'

test('law: to infer twice as many leaves asks for at most twice as much and a tenth', () => {
  const [small, large] = [questionsFor(1_459), questionsFor(2_918)]
  expect(small).toBeGreaterThan(1_459)
  expect(large / small).toBeLessThan(2.2)
})

test('golden: 2,918 leaves become a definition, and all of it the same tree', () => {
  const file = spreadTree(0, 2_918)
  const inference = inferDefinition(file, inferOptions)
  expect([inference.used, inference.recognised]).toEqual([2_918, 2_918])
  expect(rebuild(inference).root).toBe(file.metadata.root)
})

const real = new URL('../../../../shared/data/trees/', import.meta.url)

test.skipIf(!isFilePresent(real))(
  'golden: the leaves of all real trees of one chain become a definition, and the same tree again',
  () => {
    const names = readdirSync(real).filter((name) => name.startsWith('ethereum'))
    const files = names.map((name) => parseTreeFile(readFileSync(new URL(name, real))))
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

test('refuses: a definition that lost an entry gives another root', () => {
  const file = spreadTree(0, 204)
  const { definition, ...rest } = inferDefinition(file, inferOptions)
  const text = JSON.stringify(definition)
  const shorter = JSON.parse(text, (key, value) => (key === 'permissions' ? value.slice(1) : value))
  expect(rebuild({ definition: shorter, ...rest }).root).not.toBe(file.metadata.root)
})

/** Counts what an inference asks of the facts that are known: work that grows with what it looks at. */
function questionsFor(leaves: number): number {
  let count = 0
  const facts = knownFactsOf(inferOptions.chain.id)
  const counted = Object.fromEntries(
    Object.entries(facts).map(([name, answer]) => [
      name,
      (...words: unknown[]) => {
        count++
        return (answer as (...words: unknown[]) => unknown)(...words)
      },
    ]),
  ) as KnownFacts
  inferDefinition(spreadTree(0, leaves), { ...inferOptions, knownFacts: counted })
  return count
}
