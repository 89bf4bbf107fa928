import type { Revision, Store, StoredReading } from '@vaultwright/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { readingsAsOf, versionAt } from './derive-again.ts'

const runs = { numRuns: runsOf(2) }

/** Revisions one after the other, each until the next begins. */
const history = fc
  .uniqueArray(fc.bigInt({ min: 1n, max: 1_000n }), { minLength: 1, maxLength: 8 })
  .map((times) => times.toSorted((one, other) => (one < other ? -1 : 1)))
  .map((times) =>
    times.slice(1).map((untilUnix, at) => ({ number: at, sinceUnix: times[at]!, untilUnix })),
  )

test('law: at every moment one thing stood, from its beginning to the beginning of the next', () => {
  fc.assert(
    fc.property(history, fc.bigInt({ min: 0n, max: 1_100n }), (list, at) => {
      const revisions = list as unknown as readonly Revision[]
      const version = versionAt(revisions, { sinceUnix: 1n }, at)
      const [first, last] = [revisions[0], revisions.at(-1)]
      if (at < (first?.sinceUnix ?? 1n)) expect(version).toEqual({ kind: 'nothing' })
      else if (last === undefined || at >= last.untilUnix) expect(version).toEqual({ kind: 'now' })
      else {
        const { sinceUnix, untilUnix } = (version as { revision: Revision }).revision
        expect(sinceUnix! <= at && at < untilUnix).toBe(true)
      }
    }),
    runs,
  )
})

test('behavior: between a day that was withdrawn and its next reading nothing stood', () => {
  const revisions = [{ sinceUnix: 2n, untilUnix: 5n }] as unknown as readonly Revision[]
  const nothing = { kind: 'nothing' }
  expect(versionAt(revisions, null, 4n)).toMatchObject({ kind: 'revision' })
  expect(versionAt(revisions, null, 5n)).toEqual(nothing)
  expect(versionAt(revisions, { sinceUnix: 8n }, 5n)).toEqual(nothing)
  expect(versionAt(revisions, { sinceUnix: 8n }, 8n)).toEqual({ kind: 'now' })
})

test('default: now is now', () => {
  expect(versionAt([], { sinceUnix: 5n }, null)).toEqual({ kind: 'now' })
  expect(versionAt([], { sinceUnix: 5n }, 4n)).toEqual({ kind: 'nothing' })
  expect(versionAt([], { sinceUnix: null }, 4n)).toEqual({ kind: 'now' })
})

const place = { chain: 'local', vault: `0x${'1'.repeat(40)}` } as const
const bodyOf = (block: string) =>
  JSON.stringify({ plan: { block: { number: block, hash: `0x${block}`, atUnix: '9' } } })

/** A store that knows one day read twice, and one that was withdrawn at 8. */
function storeOf(): Store {
  const revisions = [
    ['2026-01-01', 0, 2n, 5n],
    ['2026-01-02', 0, 3n, 8n],
  ] as const
  const list = revisions.map(([day, number, sinceUnix, untilUnix]) => ({
    ...place,
    day,
    kind: 'reading',
    number,
    sinceUnix,
    untilUnix,
    reason: 'not over',
    body: bodyOf(`${number}`),
    receipt: null,
  })) satisfies readonly Revision[]
  const reading = { ...place, day: '2026-01-01', readAtUnix: 5n, revision: 1, body: bodyOf('7') }
  return {
    readings: { page: async () => ({ items: [reading as StoredReading], hasMore: false }) },
    revisions: {
      days: async () => list.map(({ day }) => ({ day, revisions: 1 })),
      list: async (_: string, { day }: { readonly day: string }) =>
        list.filter((one) => one.day === day),
    },
  } as unknown as Store
}

test('golden: a day that was withdrawn is known between its reading and that moment, and no longer', async () => {
  const range = { from: '2026-01-01', to: '2026-01-09' }
  const then = async (asOfUnix: bigint | null) => {
    const readings = await readingsAsOf(storeOf(), place, { tenantId: 't', range, asOfUnix })
    return readings.map(({ day, readAtUnix }) => `${day} of ${readAtUnix}`)
  }
  expect(await then(1n)).toEqual([])
  expect(await then(2n)).toEqual(['2026-01-01 of 2'])
  expect(await then(3n)).toEqual(['2026-01-01 of 2', '2026-01-02 of 3'])
  expect(await then(7n)).toEqual(['2026-01-01 of 5', '2026-01-02 of 3'])
  expect(await then(8n)).toEqual(['2026-01-01 of 5'])
  expect(await then(null)).toEqual(['2026-01-01 of 5'])
  const narrow = { from: '2026-01-01', to: '2026-01-01' }
  const query = { tenantId: 't', range: narrow, asOfUnix: 3n }
  const readings = await readingsAsOf(storeOf(), place, query)
  expect(readings.map(({ day }) => day)).toEqual(['2026-01-01'])
})
