import { createHash } from 'node:crypto'
import { packDays, type ReadingName, type StatePack } from '@vaultwright/store'
import { shareStateOf, shiftDay } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { jsonDigestOf, type ParsedReading, printState, stateDigestsOf } from './parsed-reading.ts'
import { readerFingerprint } from './reader-fingerprint.generated.ts'
import { packStates, periodOf, unpackStates } from './state-pack.ts'

const vault = `0x${'1'.repeat(40)}` as const
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

function stateOf(day: string, rate: string): ParsedReading {
  const state = {
    chain: 'base',
    vault,
    day,
    block: { number: '1', hash: `0x${'2'.repeat(64)}`, atUnix: '1' },
    share: { decimals: 18, supply: rate },
    base: null,
    accountant: null,
    events: null,
    holdings: [],
    quotes: [],
    failures: [{ what: 'it', reason: `"${rate}" ü` }],
  } as const
  const digests = { state: digestOf(`s${rate}`), share: digestOf('h'), end: digestOf('e') }
  return { chain: 'base', day, digest: digestOf(`${day} ${rate}`), state, digests }
}

const nameOf = ({ chain, day, digest }: ParsedReading): ReadingName => ({ chain, day, digest })
const first = '2026-01-05'
const states = Array.from({ length: 5 }, (_, at) => stateOf(shiftDay(first, at), `${at}`))
const pack = packStates(periodOf(first), states)

test('law: a state is spelled in parts as in one piece, with all that it has', () => {
  for (const { state } of states) {
    const more = { ...state, more: 1 }
    expect(printState(state)).toBe(JSON.stringify(state))
    expect(JSON.parse(printState(more))).toEqual(more)
    expect(stateDigestsOf(state)).toMatchObject({
      state: digestOf(JSON.stringify(state)),
      share: jsonDigestOf(shareStateOf(state)),
    })
  }
})

test('law: what is packed comes out again, what is not asked for does not, in any order', () => {
  const drawn = fc.uniqueArray(fc.integer({ min: 0, max: 31 }), { maxLength: 20 })
  fc.assert(
    fc.property(drawn, drawn, (kept, asked) => {
      const all = kept.map((at) => stateOf(shiftDay(first, at), `${at}`))
      const packed = packStates(periodOf(first), all)
      const names = asked.map((at) => nameOf(stateOf(shiftDay(first, at), `${at}`)))
      const states = unpackStates(names, vault, packed)
      const expected = asked.filter((at) => kept.includes(at))
      expect(states).toEqual(expected.map((at) => all[kept.indexOf(at)]))
    }),
    { numRuns: runsOf(1) },
  )
})

test('law: a period is 32 days without a gap, before 1970 too', () => {
  const day = fc.integer({ min: -40_000, max: 60_000 })
  fc.assert(
    fc.property(day, (at) => {
      const [period, next] = [at, at + 1].map((days) => periodOf(shiftDay('1970-01-01', days)))
      expect(period).toBe(Math.floor(at / packDays))
      expect(next! - period!).toBe((at + 1) % packDays === 0 ? 1 : 0)
    }),
    { numRuns: runsOf(1) },
  )
})

test('refuses: a pack of another build, of another vault or chain, or of another reading', () => {
  const names = states.map(nameOf)
  expect(unpackStates(names, vault, pack)).toEqual(states)
  expect(unpackStates(names, vault, null)).toEqual([])
  expect(unpackStates(names, vault, { ...pack, fingerprint: '0'.repeat(16) })).toEqual([])
  expect(unpackStates(names, `0x${'3'.repeat(40)}`, pack)).toEqual([])
  const elsewhere = names.map((name) => ({ ...name, chain: 'ethereum' }))
  expect(unpackStates(elsewhere, vault, pack)).toEqual([])
  const replaced = names.map((name) => ({ ...name, digest: digestOf('another') }))
  expect(unpackStates(replaced, vault, pack)).toEqual([])
})

test('refuses: a pack whose body was cut, or changed into another shape', () => {
  const names = states.map(nameOf)
  const withBody = (body: string): StatePack => ({ ...pack, body: Buffer.from(body) })
  const text = Buffer.from(pack.body).toString()
  expect(unpackStates(names, vault, withBody('['))).toEqual([])
  expect(unpackStates(names, vault, withBody('{}'))).toEqual([])
  const changed = text.replace('"supply":"1"', '"supply":1')
  expect(changed).not.toBe(text)
  expect(unpackStates(names, vault, withBody(changed))).toEqual([])
  for (let index = 0; index < text.length; index += 37) {
    expect(unpackStates(names, vault, withBody(text.slice(0, index)))).toEqual([])
  }
  // Another's body with a digest that is right, and no line of ours.
  for (const damaged of ['{}', '[]\n', '\n\n', '{"digest":"']) {
    expect(unpackStates(names, vault, withBody(`${digestOf(damaged)}${damaged}`)), damaged).toEqual(
      [],
    )
  }
})

test('default: a pack names the code that made it', () => {
  expect(pack.fingerprint).toBe(readerFingerprint)
  expect(readerFingerprint).toMatch(/^[0-9a-f]{16}$/)
})
