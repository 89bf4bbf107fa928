import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lintRules } from './lint.ts'

test('law: the codes of the checks are those that their rules declare, each once', () => {
  const declared = lintRules.flatMap(({ codes }) => Object.keys(codes))
  const folder = new URL('.', import.meta.url)
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const written = texts
    .flatMap((text) => text.match(/\bcode: .*'/g) ?? [])
    .flatMap((line) => [...line.matchAll(/'([a-z_]+)'/g)].map(([, code]) => code!))
  expect([...new Set(written)].toSorted()).toEqual([...new Set(declared)].toSorted())
  expect(new Set(declared).size).toBe(declared.length)
})
