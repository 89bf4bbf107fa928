import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projects, tierOf } from '../support/reporter/tier.ts'
import { root } from './house.ts'

const isIgnored = (path: string) => /(^|\/)(node_modules|dist|\.cache)$/.test(path)
const filesOf = (patterns: readonly string[]) =>
  globSync(patterns, { cwd: root, exclude: isIgnored })
const files = filesOf(['{packages,workers,test,foundry,scripts,release}/**/*.test.{ts,tsx}'])

test('law: each test file belongs to exactly one project', () => {
  const owned = Object.values(projects).flatMap(filesOf)
  expect(owned.sort()).toEqual(files.sort())
  expect(files.length).toBeGreaterThan(500)
})

test('law: each test file belongs to exactly one tier, which its name says', () => {
  expect(new Set(files.map(tierOf))).toEqual(new Set(['quick', 'slow']))
  // Every other word before `.test` would be a tier that nothing runs.
  const words = files.map((file) => /\.([a-z]+)\.test\.tsx?$/.exec(file)?.[1] ?? 'quick')
  expect(new Set(words)).toEqual(new Set(['quick', 'slow']))
})

test('law: what lies beside the code is quick', () => {
  const slow = files.filter((file) => tierOf(file) === 'slow')
  expect(slow.filter((file) => !file.startsWith('test/'))).toEqual([])
})

test('law: a file of cases says so by its end, `.cases.ts`', () => {
  const cases = filesOf(['test/**/*.ts']).filter((file) => /\bcases?\b/.test(file))
  expect(cases.filter((file) => /-cases?(-[a-z-]+)?\.ts$/.test(file))).toEqual([])
  expect(cases.filter((file) => file.endsWith('.cases.ts')).length).toBeGreaterThan(20)
})
