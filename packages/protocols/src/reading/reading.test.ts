import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayOn } from '../../../../test/support/node/recorded-answers.ts'
import { type ContractRead, joinReadings, type Reading } from './reading.ts'
import { replayReading, UnrecordedReadError } from './replay-reading.ts'

/** Rounds of small calls; what it finds is every answer it got, in order. */
type Script = readonly (readonly number[])[]

const script: fc.Arbitrary<Script> = fc.array(fc.array(fc.nat(5), { maxLength: 4 }), {
  maxLength: 4,
})

function callOf(number: number): ContractRead {
  return { to: `0x${String(number % 2).padStart(40, '0')}` as Address, data: `0x0${number}` }
}

function* run(rounds: Script): Reading<readonly string[]> {
  const results: string[] = []
  for (const round of rounds) {
    const answers = yield round.map(callOf)
    expect(answers).toHaveLength(round.length)
    results.push(...answers.map(String))
  }
  return results
}

const echo = (to: Address, data: string) => `0x${to.slice(2)}${data.slice(2)}` as const

test('law: joined readings find what each finds alone', () => {
  fc.assert(
    fc.property(fc.array(script, { maxLength: 6 }), (scripts) => {
      const alone = scripts.map((rounds) => replayOn(run(rounds), echo).found)
      expect(replayOn(joinReadings(scripts.map(run)), echo).found).toEqual(alone)
    }),
  )
})

test('law: on answers that are there already joined readings find the same, however deep they are joined', () => {
  fc.assert(
    fc.property(fc.array(script, { maxLength: 6 }), (scripts) => {
      const halves = [scripts.slice(0, 3), scripts.slice(3)]
      const joined = () => joinReadings(halves.map((half) => joinReadings(half.map(run))))
      const byRounds = replayOn(joined(), echo).found
      expect(replayReading(joined(), echo)).toEqual(byRounds)
      // What comes after is by rounds again, also after a call that was not recorded.
      expect(() => replayReading(joinReadings([run([[1]])]), () => undefined)).toThrow(
        UnrecordedReadError,
      )
      expect(replayOn(joinReadings([run([[1]]), run([[1]])]), echo).rounds).toBe(1)
    }),
  )
})

test('behavior: they take as many rounds as the longest, and ask the same once a round', () => {
  fc.assert(
    fc.property(fc.array(script, { maxLength: 6 }), (scripts) => {
      const { rounds, calls } = replayOn(joinReadings(scripts.map(run)), echo)
      const longest = Math.max(0, ...scripts.map((one) => one.length))
      expect(rounds).toBeLessThanOrEqual(longest)
      const expected = Array.from(
        { length: longest },
        (_, at) => [...new Set(scripts.flatMap((one) => one[at] ?? []))].length,
      )
      expect(rounds).toBe(expected.filter((count) => count > 0).length)
      expect(calls).toHaveLength(expected.reduce((sum, count) => sum + count, 0))
    }),
  )
})

test('default: no readings find nothing', () => {
  expect(replayOn(joinReadings([]), echo)).toEqual({ found: [], rounds: 0, calls: [] })
})
