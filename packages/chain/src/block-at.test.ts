import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBlockAtReader } from './block-at.ts'
import type { Rpc } from './rpc.ts'

const numRuns = Number(process.env.FUZZ_RUNS ?? 100)
const hashOf = (number: number) => `0x${(number + 1).toString(16).padStart(64, '0')}`
const hex = (number: number) => `0x${number.toString(16)}`

/** A chain of which only times are known: how many blocks, and when each was made. */
function clock(count: number, timeOf: (number: number) => number) {
  const work = { trips: 0, questions: 0 }
  const rpc: Rpc = {
    name: 'clock',
    close: async () => {},
    ask: async (calls) => {
      work.trips++
      work.questions += calls.length
      return calls.map(({ params: [tag] }) => {
        const number = tag === 'latest' ? count - 1 : Number(tag)
        if (number >= count) return { ok: true, value: null }
        const links = { hash: hashOf(number), parentHash: hashOf(number - 1) }
        const value = { number: hex(number), timestamp: hex(timeOf(number)), ...links }
        return { ok: true, value: { ...value, stateRoot: hashOf(0) } }
      })
    },
  }
  return { rpc, work }
}

test('law: it is the last block at or before the time, however uneven the blocks', async () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 400 })
  await fc.assert(
    fc.asyncProperty(gaps, fc.nat(), async (steps, seed) => {
      const times = [1_000]
      for (const step of steps) times.push(times.at(-1)! + step)
      const { rpc } = clock(times.length, (number) => times[number]!)
      const readBlockAt = openBlockAtReader(rpc)
      for (const atUnix of [1_000 + (seed % (times.at(-1)! - 900)), times[seed % times.length]!]) {
        const found = await readBlockAt(BigInt(atUnix))
        expect(Number(found.number)).toBe(times.findLastIndex((time) => time <= atUnix))
      }
    }),
    { numRuns },
  )
})

test('behavior: few round trips among 21 million blocks, none for what is known', async () => {
  const merge = 15_537_394
  const timeOf = (number: number) =>
    number === 0
      ? 0
      : 1_438_269_988 + 13 * Math.min(number, merge) + 12 * Math.max(0, number - merge)
  const { rpc, work } = clock(21_000_000, timeOf)
  const readBlockAt = openBlockAtReader(rpc)
  const wanted = timeOf(18_123_456) + 5
  expect((await readBlockAt(BigInt(wanted))).number).toBe(18_123_456n)
  expect(work.trips).toBeLessThanOrEqual(6)
  expect(work.questions).toBeLessThanOrEqual(20)
  const before = work.trips
  expect((await readBlockAt(BigInt(wanted + 1))).number).toBe(18_123_456n)
  expect(work.trips).toBe(before)
  await readBlockAt(BigInt(wanted + 86_400))
  expect(work.trips - before).toBeLessThanOrEqual(3)
})

test('behavior: the head is said to be the head', async () => {
  const { rpc, work } = clock(100, (number) => 1_000 + 12 * number)
  const readBlockAt = openBlockAtReader(rpc)
  expect(await readBlockAt(9_999n)).toMatchObject({ number: 99n, isHead: true })
  expect(work.questions).toBe(1)
  expect(await readBlockAt(2_187n)).toMatchObject({ number: 98n, isHead: false })
})

test('error: BeforeGenesisError', async () => {
  const { rpc } = clock(100, (number) => 1_000 + 12 * number)
  await expect(openBlockAtReader(rpc)(999n)).rejects.toMatchObject({ code: 'before_genesis' })
})

test('behavior: after a deep reorg the search is made anew, not from what was remembered', async () => {
  const { rpc } = clock(1_000, (number) => 1_000 + 12 * number)
  let branch = 0
  const moving: Rpc = {
    ...rpc,
    ask: async (calls) =>
      (await rpc.ask(calls)).map((answer) => {
        const block = Object(answer.ok ? answer.value : null)
        const on = (hash: string) => hash.replace('0x0', `0x${branch}`)
        return {
          ok: true,
          value: { ...block, hash: on(block.hash), parentHash: on(block.parentHash) },
        }
      }),
  }
  const readBlockAt = openBlockAtReader(moving)
  for (let atUnix = 1_100n; atUnix < 12_000n; atUnix += 500n) await readBlockAt(atUnix)
  branch = 1
  const results: string[] = []
  for (let atUnix = 1_301n; atUnix < 9_000n; atUnix += 250n) {
    const found = await readBlockAt(atUnix).catch(() => readBlockAt(atUnix))
    results.push(found.hash.slice(0, 3))
  }
  expect(new Set(results)).toEqual(new Set(['0x1']))
})

test('error: ReorgError when neighbours do not fit', async () => {
  const { rpc } = clock(100, (number) => 1_000 + 12 * number)
  const torn: Rpc = {
    ...rpc,
    ask: async (calls) =>
      (await rpc.ask(calls)).map((answer) =>
        answer.ok
          ? { ok: true, value: { ...Object(answer.value), parentHash: hashOf(7) } }
          : answer,
      ),
  }
  const found = openBlockAtReader(torn)(1_500n)
  await expect(found).rejects.toMatchObject({ code: 'chain_reorganised', retryable: true })
})
