import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  parseRawReading,
  printRawReading,
  type RawReading,
  RawReadingError,
} from './raw-reading.ts'

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all) => `0x${Buffer.from(all).toString('hex')}` as const)
const address = hexOf(20)
const digits = fc.bigInt(0n, 2n ** 256n).map(String)
const price = fc.constantFrom('1', '0.5', '2500.123456789')
const confidence = fc.constantFrom(null, '0.5')
const per = fc.oneof(address, fc.constant('usd' as const))
const quote = fc.record({
  asset: address,
  per,
  price,
  source: fc.string(),
  atUnix: digits,
  confidence,
  kind: fc.constantFrom('rate', 'pegged', 'market', 'fixed'),
})
const event = fc.oneof(
  fc.record({
    block: digits,
    logIndex: fc.nat(),
    event: fc.constant('rate'),
    oldRate: fc.option(digits),
    newRate: digits,
  }),
  fc.record({
    block: digits,
    logIndex: fc.nat(),
    event: fc.constantFrom('paused', 'unpaused', 'mark_reset'),
  }),
  fc.record({ block: digits, logIndex: fc.nat(), event: fc.constant('loss'), amount: digits }),
)
const readings = fc.record({
  version: fc.constant(1),
  plan: fc.record({
    chain: fc.string(),
    vault: address,
    day: fc.constant('2026-01-02'),
    fromBlock: digits,
    block: fc.record({ number: digits, hash: hexOf(32), atUnix: digits }),
    accountant: fc.option(address),
    drones: fc.array(address),
    roots: fc.array(hexOf(32)),
    missingTrees: fc.array(hexOf(32)),
    tokens: fc.array(fc.record({ address, symbol: fc.string(), decimals: fc.option(fc.nat(255)) })),
    subjects: fc.array(
      fc.record({
        reader: fc.string(),
        holder: address,
        values: fc.dictionary(fc.string(), fc.string()),
      }),
    ),
    prices: fc.array(
      fc.record({ kind: fc.constant('oracle'), asset: address, oracle: address, per, confidence }),
    ),
    trust: fc.array(fc.record({ asset: address, per, source: fc.string() })),
  }),
  calls: fc.array(fc.tuple(address, hexOf(4), fc.option(hexOf(32)))),
  events: fc.option(fc.array(event)),
  observed: fc.array(quote),
  failures: fc.array(fc.record({ what: fc.string(), reason: fc.string() })),
}) as fc.Arbitrary<RawReading>

test('law: what was printed is read as it was', () => {
  fc.assert(
    fc.property(readings, (reading) => {
      const text = printRawReading(reading)
      expect(parseRawReading(text)).toEqual(JSON.parse(text))
      expect(printRawReading(parseRawReading(text))).toBe(text)
    }),
  )
})

test('law: days that follow each other are read as each alone, in whatever calls and answers they differ', () => {
  const pool = fc.uniqueArray(fc.tuple(address, hexOf(4)), {
    minLength: 6,
    maxLength: 6,
    selector: (call) => call.join(),
  })
  const answers = fc.array(fc.option(fc.constantFrom('0x', '0x01', `0x${'ab'.repeat(40)}`)), {
    minLength: 6,
    maxLength: 6,
  })
  const days = fc.array(fc.tuple(fc.array(fc.nat(5), { maxLength: 9 }), answers), { maxLength: 5 })
  fc.assert(
    fc.property(readings, pool, days, (reading, calls, series) => {
      for (const [question, answer] of series) {
        const day = { ...reading, calls: question.map((at) => [...calls[at]!, answer[at]!]) }
        const text = JSON.stringify(day)
        expect(parseRawReading(text)).toEqual(JSON.parse(text))
      }
    }),
  )
})

test('law: a text that is laid out otherwise says the same', () => {
  fc.assert(
    fc.property(readings, fc.constantFrom(0, 1), (reading, space) => {
      const { plan, calls, ...fields } = reading
      const { accountant, ...planFields } = plan
      for (const damaged of [
        reading,
        { ...fields, calls, plan },
        { plan: { accountant, ...planFields }, ...fields, calls },
      ]) {
        const text = JSON.stringify(damaged, null, space)
        expect(parseRawReading(text)).toEqual(JSON.parse(text))
      }
    }),
  )
})

test('refuses: a digit that is none and a list of calls elsewhere, also after a day that is as it should be', () => {
  fc.assert(
    fc.property(readings, fc.tuple(address, hexOf(4), hexOf(40)), (reading, call) => {
      const text = printRawReading({ ...reading, calls: [call] } as RawReading)
      const [to, data, answer] = call
      const changed = [to, data, answer].map((word) =>
        text.replace(`"${word}"`, `"${word.slice(0, -1)}g"`),
      )
      const cut = text.replace(`"${answer}"`, `"${answer.slice(0, -1)}"`)
      const nested = text
        .replace('},"calls":[', ',"more":{"trust":[]},"calls":[')
        .replace(/\}$/, '}}')
      for (const damaged of [...changed, cut, nested]) {
        expect(parseRawReading(text).calls).toEqual([call])
        expect(() => parseRawReading(damaged)).toThrow(RawReadingError)
      }
    }),
  )
})

test('law: a reading that lost or changed any of its parts is refused', () => {
  fc.assert(
    fc.property(readings, fc.nat(), (reading, at) => {
      const keys = Object.keys(reading) as (keyof RawReading)[]
      const { [keys[at % keys.length]!]: _, ...damaged } = reading
      expect(() => parseRawReading(JSON.stringify(damaged))).toThrow(RawReadingError)
    }),
  )
})

test.each([
  ['', 'it is not JSON'],
  ['[]', 'it must be'],
  ['{"version":2}', 'plan'],
])('error: RawReadingError %#', (text, words) => {
  expect(() => parseRawReading(text)).toThrow(RawReadingError)
  try {
    parseRawReading(text)
  } catch (error) {
    expect(JSON.stringify((error as RawReadingError).facts)).toContain(words)
  }
})
