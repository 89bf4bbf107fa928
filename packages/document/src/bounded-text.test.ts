import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBoundedText } from './bounded-text.ts'

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

test('law: a text within its limit is the same text however it is cut, and one byte more is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, size) => {
        const bytes = new TextEncoder().encode(text)
        const decoded = new TextDecoder().decode(bytes)
        expect(await readBoundedText(chunksOf(bytes, size), bytes.length)).toBe(decoded)
        expect(await readBoundedText(chunksOf(bytes, size), bytes.length - 1)).toBeNull()
      },
    ),
  )
})

test('default: no body is an empty text', async () => {
  expect(await readBoundedText(null, 0)).toBe('')
})

test('refuses: an endless answer is read no further than its limit', async () => {
  let chunks = 0
  async function* endless() {
    for (;;) {
      chunks += 1
      yield new Uint8Array(1_000)
    }
  }
  expect(await readBoundedText(endless(), 10_500)).toBeNull()
  expect(chunks).toBe(11)
})
