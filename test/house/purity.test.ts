import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, importsOf, lastPureRank, rankOf, rooms, root, sourcesOf, textOf } from './house.ts'

const pureRooms = rooms.filter(({ name }) => rankOf(name) <= lastPureRank)
const impure =
  /\bDate\b(?!\.(?:UTC|parse)\()(?=\s*\.)|\bDate\(\s*\)|(?<!new )\bDate\(|\b(?:process|performance|globalThis|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|console|require|Buffer|crypto|window|navigator)\b(?=\s*[.(])|\bMath\.random\b|\bimport\.meta\b/

/** Files of pure rooms that name the world all the same, and why each may. */
const worldly: Readonly<Record<string, string>> = {
  'packages/client/src/platform.ts':
    'fetch, wait, clock and jitter of the client are arguments; this file gives the defaults of a runtime',
}

test.each(pureRooms)('$name imports nothing of Node', (room) => {
  for (const file of sourcesOf(room)) {
    expect(
      importsOf(file).filter((key) => key.startsWith('node:')),
      file,
    ).toEqual([])
  }
})

test.each(pureRooms)('$name names no clock, network, environment, timer or randomness', (room) => {
  for (const file of sourcesOf(room).filter((name) => !(name in worldly))) {
    expect(impure.exec(bareOf(file))?.[0] ?? null, file).toBeNull()
  }
})

test('golden: the page of packages names the rooms that are not pure, and the exception', () => {
  const page = readFileSync(join(root, 'docs/package.md'), 'utf8')
  const [sentence, exception] = /All but (.*) run in a browser, .*/.exec(page) ?? []
  const named = exception?.match(/[a-z-]+(?=`)/g) ?? []
  const outerRooms = rooms.filter(({ name }) => rankOf(name) > lastPureRank)
  expect([...named].sort()).toEqual(outerRooms.map(({ dir }) => basename(dir)).sort())
  for (const file of Object.keys(worldly)) {
    expect(sentence).toContain(`Of \`${file.split('/')[1]}\` one file`)
  }
})

test.each(Object.keys(worldly))('behavior: the exception is still needed: %s', (file) => {
  expect(impure.test(bareOf(file))).toBe(true)
})

test('behavior: an impure line is found', () => {
  expect(impure.test('const now = Date.now()')).toBe(true)
  expect(impure.test('const now = new Date()')).toBe(true)
  expect(impure.test('Math.random()')).toBe(true)
  expect(impure.test("const day = new Date(Date.parse('2026-11-20')).toISOString()")).toBe(false)
  expect(impure.test('const dated = day.now()')).toBe(false)
})

/** A file's code without its comments and without what stands in quotes. */
function bareOf(file: string): string {
  return codeOf(textOf(file)).replace(/'(?:\\.|[^'\\\n])*'/g, "''")
}
