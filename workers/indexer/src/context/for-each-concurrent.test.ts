import { expect, test } from 'vitest'
import { forEachConcurrent } from './for-each-concurrent.ts'

test('default: each once, in order, a few at a time, and others get their turn between', async () => {
  const begun: number[] = []
  let [open, most, turns] = [0, 0, 0]
  const beat = setInterval(() => turns++, 0)
  const items = Array.from({ length: 100 }, (_, at) => at)
  await forEachConcurrent(items, async (item) => {
    begun.push(item)
    open += 1
    most = Math.max(most, open)
    const end = performance.now() + 1
    while (performance.now() < end);
    await null
    open -= 1
  })
  clearInterval(beat)
  expect(begun).toEqual(items)
  expect(most).toBe(4)
  expect(turns).toBeGreaterThan(3)
})

test('error: rejects with the first failure, and begins nothing after it', async () => {
  const begun: number[] = []
  const items = Array.from({ length: 100 }, (_, at) => at)
  const work = forEachConcurrent(items, async (item) => {
    begun.push(item)
    if (item === 5) throw new Error('It failed.')
  })
  await expect(work).rejects.toThrow('It failed.')
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(begun.length).toBeLessThan(12)
})
