import { expect, test } from 'vitest'
import { codeOf, importsOf, lastPureRank, rankOf, rooms, sourcesOf, textOf } from './house.ts'

const pureRooms = rooms.filter(({ name }) => rankOf(name) <= lastPureRank)
const impure =
  /\b(?:Date|process|performance|globalThis|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|console|require|Buffer|crypto|window|navigator)\b(?=\s*[.(])|\bMath\.random\b|\bimport\.meta\b/

test.each(pureRooms)('$name imports nothing of Node', (room) => {
  for (const file of sourcesOf(room)) {
    expect(
      importsOf(file).filter((key) => key.startsWith('node:')),
      file,
    ).toEqual([])
  }
})

test.each(pureRooms)('$name names no clock, network, environment, timer or randomness', (room) => {
  for (const file of sourcesOf(room)) {
    const bare = codeOf(textOf(file)).replace(/'(?:\\.|[^'\\\n])*'/g, "''")
    expect(impure.exec(bare)?.[0] ?? null, file).toBeNull()
  }
})

test('behavior: an impure line is found', () => {
  expect(impure.test('const now = Date.now()')).toBe(true)
  expect(impure.test('Math.random()')).toBe(true)
  expect(impure.test('const dated = day.now()')).toBe(false)
})
