import type { EthCall, EthCallResult } from '@vaultwright/outcome'
import { type ContractReadResult, joinReadings, type Reading } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RecordedCall, runReading } from './run-reading.ts'

const block = { number: 7n, hash: `0x${'b'.repeat(64)}`, timestamp: 1n } as const
const to = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as const
const data = (number: number) => `0x${number.toString(16).padStart(8, '0')}` as const

/** A chain on which every third function reverts, and the others return who was asked for what. */
function chain() {
  const rounds: (readonly EthCall[])[] = []
  const readCalls = async (calls: readonly EthCall[], at: typeof block) => {
    expect(at).toBe(block)
    rounds.push(calls)
    return calls.map((call): EthCallResult => {
      if (Number(call.data) % 3 === 0) return { ok: false, data: '0x08c379a0' }
      return { ok: true, data: `${call.to}${call.data.slice(2)}` }
    })
  }
  return { chain: { readCalls: readCalls as never }, rounds }
}

/** A reading that asks some calls a round, and finds all that it was told. */
function* asking(script: readonly (readonly number[])[]): Reading<readonly ContractReadResult[]> {
  const results: ContractReadResult[] = []
  for (const round of script) {
    results.push(...(yield round.map((call) => ({ to: to(call % 4), data: data(call) }))))
  }
  return results
}

/** Runs a reading on what was recorded. */
function replay<Found>(reading: Reading<Found>, calls: readonly RecordedCall[]): Found {
  const answers = new Map(calls.map(([account, input, answer]) => [`${account} ${input}`, answer]))
  let step = reading.next()
  while (step.done !== true) {
    step = reading.next(step.value.map((call) => answers.get(`${call.to} ${call.data}`)!))
  }
  return step.value
}

test('law: what was recorded gives the same again, each call once, in as many rounds as the longest', async () => {
  const script = fc.array(fc.array(fc.nat(30), { maxLength: 6 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(script, { maxLength: 5 }), async (scripts) => {
      const start = () => joinReadings(scripts.map(asking))
      const { chain: reader, rounds } = chain()
      const run = await runReading(reader, start(), block)
      const alone = await Promise.all(
        scripts.map(async (one) => (await runReading(chain().chain, asking(one), block)).found),
      )
      expect(run.found).toEqual(alone)
      expect(replay(start(), JSON.parse(JSON.stringify(run.calls)))).toEqual(run.found)
      const keys = run.calls.map(([account, input]) => `${account} ${input}`)
      expect(new Set(keys).size).toBe(keys.length)
      expect(rounds.flat()).toHaveLength(keys.length)
      expect(run.rounds).toBe(rounds.length)
      expect(rounds.every((round) => round.length > 0)).toBe(true)
      expect(run.rounds).toBeLessThanOrEqual(Math.max(0, ...scripts.map((one) => one.length)))
    }),
  )
})

test('behavior: a revert is null, nothing is the empty bytes', async () => {
  const { chain: reader } = chain()
  const { found: result, calls } = await runReading(reader, asking([[3, 1], [3]]), block)
  expect(result).toEqual([null, `${to(1)}${data(1).slice(2)}`, null])
  expect(calls).toEqual([
    [to(3), data(3), null],
    [to(1), data(1), result[1]],
  ])
  const empty = { readCalls: async () => [{ ok: true, data: '0x' } as const] }
  expect((await runReading(empty, asking([[1]]), block)).found).toEqual(['0x'])
})

test('behavior: a reading that asks nothing costs nothing', async () => {
  const { chain: reader, rounds } = chain()
  expect(await runReading(reader, asking([]), block)).toEqual({ found: [], calls: [], rounds: 0 })
  expect(await runReading(reader, asking([[], []]), block)).toMatchObject({ rounds: 0 })
  expect(rounds).toEqual([])
})

test('error: what the chain throws is thrown, and nothing is found', async () => {
  const failing = { readCalls: () => Promise.reject(new TypeError('gone')) }
  await expect(runReading(failing, asking([[1]]), block)).rejects.toThrow('gone')
})
