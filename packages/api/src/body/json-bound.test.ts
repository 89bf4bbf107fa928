import { type JsonBounds, openJsonScan } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { excessOfJson } from './json-bound.ts'

const runs = { numRuns: runsOf(2) }
const none: JsonBounds = { depth: 1e9, keys: 1e9, values: 1e9 }
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Counted on the value that `JSON.parse` makes. */
function countsOf(value: unknown): { depth: number; keys: number; filled: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, keys: 0, filled: 0 }
  const inner = Object.values(value).map(countsOf)
  const width = Array.isArray(value) ? 0 : inner.length
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    keys: width + inner.reduce((sum, { keys }) => sum + keys, 0),
    filled: 1 + Math.max(0, inner.length - 1) + inner.reduce((sum, { filled }) => sum + filled, 0),
  }
}

test('law: a text is within its own counts and beyond one less, whatever its pieces', () => {
  const hostile = fc.jsonValue({ maxDepth: 5, stringUnit: fc.constantFrom(...'a"\\{}[],:é😀') })
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 7 }), (value, size) => {
      const bytes = bytesOf(JSON.stringify(value))
      const { depth, keys, filled } = countsOf(value)
      const exactBounds: JsonBounds = { depth, keys, values: filled + 1 }
      const excessOf = (bounds: JsonBounds) => {
        const scan = openJsonScan(bounds)
        for (let index = 0; index < bytes.length; index += size) {
          const excess = scan.add(bytes.subarray(index, index + size))
          if (excess !== null) return excess
        }
        return null
      }
      expect(excessOf(exactBounds)).toBeNull()
      expect(excessOfJson(JSON.stringify(value), exactBounds)).toBeNull()
      if (depth > 0) expect(excessOf({ ...none, depth: depth - 1 })).toBe('depth')
      if (keys > 0) expect(excessOf({ ...none, keys: keys - 1 })).toBe('keys')
      if (filled > 0) expect(excessOf({ ...none, values: filled })).toBe('values')
    }),
    runs,
  )
})

test('golden: nothing is looked at behind the first mark too many', () => {
  const counted = (text: string, bounds: Partial<JsonBounds>) => {
    const scan = openJsonScan({ ...none, ...bounds })
    return [scan.add(bytesOf(text)), scan.looked()]
  }
  expect(counted('['.repeat(1_000_000), { depth: 64 })).toEqual(['depth', 65])
  expect(counted(`[${'{},'.repeat(1_000_000)}{}]`, { values: 1_000 })).toEqual(['values', 1_499])
  expect(counted(`{${'"a":1,'.repeat(1_000_000)}"a":1}`, { keys: 10 })).toEqual(['keys', 65])
  expect(counted(`"${'[{:,'.repeat(1_000)}\\"["`, { depth: 0, keys: 0 })).toEqual([null, 4_005])
})
