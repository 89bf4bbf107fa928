import type { Revision } from '@vaultwright/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { versionAt } from './derive-again.ts'

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
