import { inferDefinition } from '@vaultwright/definition'
import { type KnownFacts, knownFactsOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { inferOptions, rebuild } from './definition.ts'
import { spreadTree } from './permission.ts'

test('law: to infer twice as many leaves asks for at most twice as much and a tenth', () => {
  const [small, large] = [questionsFor(1_459), questionsFor(2_918)]
  expect(small).toBeGreaterThan(1_459)
  expect(large / small).toBeLessThan(2.2)
})

test('refuses: a definition that lost an entry gives another root', () => {
  const file = spreadTree(0, 204)
  const { definition, ...inference } = inferDefinition(file, inferOptions)
  const text = JSON.stringify(definition)
  const shorter = JSON.parse(text, (key, value) => (key === 'permissions' ? value.slice(1) : value))
  expect(rebuild({ definition: shorter, ...inference }).root).not.toBe(file.metadata.root)
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
