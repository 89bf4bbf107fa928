import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { openCache, sizeOf } from './lru-cache.ts'

const runs = { numRuns: runsOf(2) }
const roomy = { maxEntries: 100, maxBytes: 1_000_000 }

test('default: a value is made once and kept while nothing changes', async () => {
  let made = 0
  const hits: boolean[] = []
  const cache = openCache({ revision: () => '1' }, roomy, (isHit) => hits.push(isHit))
  const ask = () => cache.of('a', async () => ++made)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect(await ask()).toBe(1)
  expect(hits).toEqual([false, true, true])
})

test('behavior: a value made before a write is not given after it', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('write', 'read a', 'read b'), { minLength: 2, maxLength: 14 }),
      async (scheduler, acts) => {
        let state = 0
        const cache = openCache({ revision: () => `${state}` }, roomy)
        const read = async (name: string): Promise<void> => {
          const asked = state
          const value = await cache.of(name, async () => {
            // Between its reads a maker waits, and others write.
            const first = state
            await scheduler.schedule(Promise.resolve(), `making ${name}`)
            return { first, last: state }
          })
          expect(value.first).toBeGreaterThanOrEqual(asked)
        }
        const done = acts.map((act) =>
          scheduler
            .schedule(Promise.resolve(), act)
            .then(() => (act === 'write' ? void state++ : read(act.slice(-1)))),
        )
        await scheduler.waitFor(Promise.all(done))
        // At rest everything that is kept is of the state that is.
        for (const name of ['a', 'b'])
          expect(await cache.of(name, async () => ({ first: state, last: state }))).toEqual({
            first: state,
            last: state,
          })
      },
    ),
    runs,
  ))

test('behavior: what was begun before a write and ended after it is not kept', async () => {
  let state = 0
  const cache = openCache({ revision: () => `${state}` }, roomy)
  let end = () => {}
  const first = cache.of('a', () => new Promise<string>((resolve) => (end = () => resolve('old'))))
  state++
  end()
  expect(await first).toBe('old')
  // Back to where it was, as no store ever is: what was half made must be gone all the same.
  state--
  expect(await cache.of('a', async () => 'new')).toBe('new')
})

test('behavior: nothing is kept where the revision is unknown', async () => {
  let made = 0
  const cache = openCache({ revision: () => null }, roomy)
  const ask = () => cache.of('a', async () => ++made)
  expect([await ask(), await ask()]).toEqual([1, 2])
})

test('behavior: a failure is not kept', async () => {
  const cache = openCache({ revision: () => '1' }, roomy)
  await expect(cache.of('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.of('a', async () => 'yes')).toBe('yes')
})

test('behavior: what was not asked for longest goes first, and no more is kept than may be', async () => {
  const cache = openCache({ revision: () => '1' }, { maxEntries: 2, maxBytes: 1_000_000 })
  const made: string[] = []
  const ask = (name: string) => cache.of(name, async () => void made.push(name))
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('behavior: a value that would take the place of many is given and not kept', async () => {
  const cache = openCache({ revision: () => '1' }, { maxEntries: 10, maxBytes: 4_000 })
  let made = 0
  await cache.of('small', async () => `${++made}`)
  const large = () => cache.of('large', async () => 'x'.repeat(1_000 + made++))
  await large()
  await large()
  expect(await cache.of('small', async () => 'anew')).toBe('1')
  expect(made).toBe(3)
})

test('behavior: a weight follows texts and parts, also where it is a guess', () => {
  expect(sizeOf('x'.repeat(1_000))).toBe(2_032)
  expect(sizeOf(new Uint8Array(500))).toBe(532)
  const rows = Array.from({ length: 200_000 }, (_, index) => ({ at: index }))
  expect(sizeOf({ rows })).toBeGreaterThan(200_000 * 8)
  const ring: { self?: unknown } = {}
  ring.self = ring
  expect(sizeOf(ring)).toBe(64)
})
