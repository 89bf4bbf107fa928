import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rpc } from '../rpc/rpc.ts'
import { type BlockAtReader, openBlocksAtReader } from './block-at.ts'

const hashOf = (number: number) => `0x${(number + 1).toString(16).padStart(64, '0')}`
const hex = (number: number) => `0x${number.toString(16)}`

const openBlockAtReader = (rpc: Rpc): BlockAtReader => {
  const readBlocks = openBlocksAtReader(rpc)
  return async (atUnix) => (await readBlocks([atUnix]))[0]!
}

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
        const header = await readBlockAt(BigInt(atUnix))
        expect(Number(header.number)).toBe(times.findLastIndex((time) => time <= atUnix))
      }
    }),
  )
})

test('law: many times together give what each gives alone, and nothing beyond a head is looked at', async () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 400 })
  const input = fc.tuple(gaps, fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), fc.nat())
  await fc.assert(
    fc.asyncProperty(input, async ([steps, seeds, seed]) => {
      const blockTimes = [1_000]
      for (const step of steps) blockTimes.push(blockTimes.at(-1)! + step)
      const { rpc } = clock(blockTimes.length, (number) => blockTimes[number]!)
      const times = seeds.map((one) => BigInt(1_000 + (one % (blockTimes.at(-1)! - 900))))
      const together = await openBlocksAtReader(rpc)(times)
      const alone = await Promise.all(times.map((time) => openBlockAtReader(rpc)(time)))
      expect(together).toEqual(alone)
      const last = seed % blockTimes.length
      const requests: number[] = []
      const watched: Rpc = {
        ...rpc,
        ask: (calls) => {
          requests.push(...calls.map(({ params }) => Number(params[0])))
          return rpc.ask(calls)
        },
      }
      const readBlocks = openBlocksAtReader(watched)
      // The second time some of it is remembered.
      for (const _ of [1, 2]) {
        for (const [index, header] of (
          await readBlocks(times, { number: BigInt(last) })
        ).entries()) {
          const expected = blockTimes
            .slice(0, last + 1)
            .findLastIndex((time) => time <= times[index]!)
          expect(Number(header.number)).toBe(expected)
          expect(header.isHead).toBe(expected === last)
          expect(header.next?.number ?? null).toBe(expected === last ? null : BigInt(expected + 1))
        }
      }
      expect(requests.every((number) => number <= last)).toBe(true)
    }),
  )
})

test('behavior: a year of days among uneven blocks takes as few round trips as one of them', async () => {
  const count = 3_000_000
  const timeOf = (number: number) => 12 * number + Math.floor(400 * Math.sin(number / 300)) + 5_000
  const days = Array.from({ length: 365 }, (_, day) => BigInt(86_399 + 86_400 * (day + 20)))
  const single = clock(count, timeOf)
  const readOne = openBlockAtReader(single.rpc)
  for (const day of days) await readOne(day)
  const joint = clock(count, timeOf)
  const readBlocks = openBlocksAtReader(joint.rpc)
  const blocks = await readBlocks(days)
  expect(blocks.map(({ number }) => number)).toEqual(
    await Promise.all(days.map(async (day) => (await readOne(day)).number)),
  )
  expect(joint.work.trips).toBeLessThanOrEqual(8)
  expect(single.work.trips).toBeGreaterThan(100 * joint.work.trips)
  expect(joint.work.questions).toBeLessThan(2 * single.work.questions)
  const { trips } = joint.work
  expect(await readBlocks(days.toReversed())).toEqual(blocks.toReversed())
  expect(await readBlocks([])).toEqual([])
  expect(joint.work.trips).toBe(trips)
})

test('behavior: a block that was found beyond a head is not given with that head', async () => {
  const { rpc } = clock(1_000, (number) => 1_000 + 12 * number)
  const readBlocks = openBlocksAtReader(rpc)
  expect(await readBlocks([4_000n])).toMatchObject([
    { number: 250n, isHead: false, next: { number: 251n } },
  ])
  expect(await readBlocks([4_000n], { number: 99n })).toMatchObject([{ number: 99n, isHead: true }])
  const beyond = readBlocks([99_999n], { number: 5_000n })
  await expect(beyond).rejects.toMatchObject({ code: 'block_not_found', retryable: true })
})

test('behavior: few round trips among 21 million blocks, none for what is known', async () => {
  const merge = 15_537_394
  const timeOf = (number: number) =>
    number === 0
      ? 0
      : 1_438_269_988 + 13 * Math.min(number, merge) + 12 * Math.max(0, number - merge)
  const { rpc, work } = clock(21_000_000, timeOf)
  const readBlockAt = openBlockAtReader(rpc)
  const time = timeOf(18_123_456) + 5
  expect((await readBlockAt(BigInt(time))).number).toBe(18_123_456n)
  expect(work.trips).toBeLessThanOrEqual(6)
  expect(work.questions).toBeLessThanOrEqual(20)
  const before = work.trips
  expect((await readBlockAt(BigInt(time + 1))).number).toBe(18_123_456n)
  expect(work.trips).toBe(before)
  await readBlockAt(BigInt(time + 86_400))
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
  const among = openBlocksAtReader(rpc)([1_500n, 999n, 1_700n])
  await expect(among).rejects.toMatchObject({ code: 'before_genesis', facts: { atUnix: '999' } })
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
    const header = await readBlockAt(atUnix).catch(() => readBlockAt(atUnix))
    results.push(header.hash.slice(0, 3))
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
  const header = openBlockAtReader(torn)(1_500n)
  await expect(header).rejects.toMatchObject({ code: 'chain_reorganised', retryable: true })
})
