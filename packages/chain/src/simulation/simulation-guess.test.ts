import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { type Execution, type SimulationRequest, startAnalysis } from '@vaultwright/outcome'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRecorder, openRecording } from '../rpc/recording.ts'
import type { Rpc } from '../rpc/rpc.ts'
import { guessOf, noGuess, rememberGuess } from './simulation-guess.ts'

const nodeOf = (): Rpc => ({ name: 'test', ask: async () => [], close: async () => {} })
const accountOf = (number: number): Address =>
  checksumOf(`0xaa${number.toString(16).padStart(38, '0')}` as Hex)
const vault = accountOf(0xfff)
const followUp = { needsDiff: false, needsAccessList: false, manager: null }

const wordOf = (value: bigint) => value.toString(16).padStart(64, '0')

type Touched = readonly Address[]

function requestOf(target: Address, data: Hex = '0x'): SimulationRequest {
  return { from: accountOf(1), to: target, data, vault, watch: [], overrides: {} }
}

/** The analysis of a transaction of a target that touched accounts. */
function analysisOf(
  target: Address,
  touched: Touched,
  { data = '0x', ...more }: Partial<Execution> & { readonly data?: Hex } = {},
) {
  return startAnalysis(requestOf(target, data), null, {
    isSuccess: true,
    returnData: '0x',
    halt: null,
    gasUsed: 0n,
    logs: [],
    trace: null,
    diff: new Map(),
    nativeMoves: [],
    touched,
    ...more,
  })
}

const accounts = fc.uniqueArray(fc.integer({ min: 16, max: 4_000 }).map(accountOf), {
  maxLength: 120,
})

test('law: a guess begins with what the last simulation of such calldata read, and is bounded', () => {
  // Of three kinds by the account that the calldata names, each with other amounts.
  const runs = fc.array(fc.tuple(fc.nat(2), fc.bigInt(0n, 2n ** 80n), accounts), {
    minLength: 1,
    maxLength: 6,
  })
  const dataOf = (kind: number, amount: bigint) =>
    `0x12345678${[BigInt(accountOf(kind + 1)), amount].map(wordOf).join('')}` as const
  fc.assert(
    fc.property(runs, fc.nat(2), (list, asked) => {
      const chain = { id: 1, rpc: nodeOf() }
      const target = accountOf(5)
      const keysOf = new Map<number, readonly string[]>()
      let last: number | null = null
      for (const [kind, amount, touched] of list) {
        const analysis = analysisOf(target, touched, { data: dataOf(kind, amount) })
        rememberGuess(chain, 'node', { analysis, followUp })
        if (analysis.readings.length > 96) continue
        last = kind
        keysOf.set(
          kind,
          analysis.readings.map(({ key }) => key),
        )
      }
      const guess = guessOf(chain, requestOf(target, dataOf(asked, 7n)), 'node')
      const keys = guess.readings.map(({ key }) => key)
      // Beyond 192 readings of a target, the oldest lists are forgotten.
      const total = [...keysOf.values()].reduce((sum, one) => sum + one.length, 0)
      const kind = keysOf.has(asked) ? asked : last
      const expected = kind === null ? [] : keysOf.get(kind)!
      if (total <= 192) expect(keys.slice(0, expected.length)).toEqual(expected)
      expect(guess === noGuess).toBe(last === null)
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys.length).toBeLessThanOrEqual(96)
      if (total <= 192) expect(keys.length).toBeLessThanOrEqual(Math.max(48, expected.length))
    }),
  )
})

test('law: nothing of one node, chain, engine or target is guessed of another', () => {
  const target = accountOf(5)
  const chain = { id: 1, rpc: nodeOf() }
  const analysis = analysisOf(target, [accountOf(17)])
  rememberGuess(chain, 'node', { analysis, followUp: { ...followUp, needsDiff: true } })
  expect(guessOf(chain, requestOf(target), 'node').readings.length).toBeGreaterThan(2)
  for (const [index, request, engine] of [
    [{ id: 1, rpc: nodeOf() }, requestOf(target), 'node'],
    [{ ...chain, id: 10 }, requestOf(target), 'node'],
    [chain, requestOf(target), 'fork'],
    [chain, requestOf(accountOf(6)), 'node'],
  ] as const) {
    expect(guessOf(index, request, engine)).toBe(noGuess)
  }
})

test('law: the targets that are remembered are bounded, and the last used stay', () => {
  const chain = { id: 1, rpc: nodeOf() }
  const remember = (number: number) =>
    rememberGuess(chain, 'node', { analysis: analysisOf(accountOf(number), []), followUp })
  const isKnown = (number: number) =>
    guessOf(chain, requestOf(accountOf(number)), 'node') !== noGuess
  for (let number = 100; number < 300; number++) {
    remember(number)
    expect(isKnown(100)).toBe(true)
  }
  const usable = Array.from({ length: 200 }, (_, index) => 100 + index).filter(isKnown)
  expect(usable).toEqual([100, ...Array.from({ length: 127 }, (_, index) => 173 + index)])
})

test('golden: the accounts in the calldata are guessed with it, and an amount is not an account', () => {
  const chain = { id: 1, rpc: nodeOf() }
  const target = accountOf(5)
  const token = accountOf(0xabc)
  rememberGuess(chain, 'node', { analysis: analysisOf(target, [accountOf(17)]), followUp })
  const words = [BigInt(token), 10n ** 24n].map(wordOf)
  const request = requestOf(target, `0x12345678${words.join('')}`)
  const keys = guessOf(chain, request, 'node').readings.map(({ key }) => key)
  expect(keys).toEqual([
    `supply ${vault}`,
    `balance 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE ${vault}`,
    `balance ${target} ${vault}`,
    `balance ${accountOf(17)} ${vault}`,
    `balance ${token} ${vault}`,
  ])
})

test('refuses: what reverted, or reads too much, leaves what is remembered as it is', () => {
  const chain = { id: 1, rpc: nodeOf() }
  const target = accountOf(5)
  rememberGuess(chain, 'node', { analysis: analysisOf(target, [accountOf(17)]), followUp })
  const before = guessOf(chain, requestOf(target), 'node')
  const many = Array.from({ length: 120 }, (_, index) => accountOf(200 + index))
  for (const analysis of [
    analysisOf(target, [accountOf(18)], { isSuccess: false }),
    analysisOf(target, many),
  ]) {
    rememberGuess(chain, 'node', { analysis, followUp: { ...followUp, needsDiff: true } })
    expect(guessOf(chain, requestOf(target), 'node')).toEqual(before)
  }
})

test('refuses: nothing is guessed where answers are recorded, so that a recording has them all', () => {
  const recorder = openRecorder(nodeOf())
  for (const rpc of [recorder.rpc, openRecording(recorder.print())]) {
    const chain = { id: 1, rpc }
    rememberGuess(chain, 'node', { analysis: analysisOf(accountOf(5), []), followUp })
    expect(guessOf(chain, requestOf(accountOf(5)), 'node')).toBe(noGuess)
  }
})
