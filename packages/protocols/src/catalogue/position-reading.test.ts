import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayOn } from '../../../../test/support/node/recorded-answers.ts'
import {
  accountNumber,
  claimOf,
  drone,
  droneClaimOf,
  moment,
  vault,
} from '../../../../test/support/position-fixture.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import type { PositionResult, PositionSubject } from '../position/position.ts'
import { idle, mergePositionResults } from '../position/position-result.ts'
import type { ContractReadResult } from '../reading/reading.ts'
import { positionReaders } from './position-list.ts'
import { readSubject, readSubjects, subjectsOf } from './position-reading.ts'

const [first, two, three, four, five] = [1, 2, 3, 4, 5].map(accountNumber)
const pair = { token0: first!, token1: two! }
const claims = [
  claimOf('aave_v3/supply', { pool: first!, asset: two! }),
  droneClaimOf('aave_v3/supply', { pool: first!, asset: two! }),
  claimOf('compound_v3/supply', { comet: first!, asset: two! }),
  claimOf('curve/add_liquidity', { pool: first! }),
  claimOf('curve/stake', { gauge: two! }),
  claimOf('erc_4626/deposit', { vault: first! }),
  claimOf('ether_fi/stake', { liquidity_pool: first! }),
  claimOf('lido/wrap', { wrapper: two! }),
  claimOf('morpho_blue/supply', {
    morpho: first!,
    loan_token: two!,
    collateral_token: three!,
    oracle: four!,
    irm: five!,
  }),
  claimOf('native_wrapper/wrap', { wrapper: three! }),
  claimOf('pendle/buy_pt', { router: first!, market: two! }),
  claimOf('pendle/mint_py', { router: first!, yt: three! }),
  claimOf('teller/deposit', { teller: first!, asset: two! }),
  claimOf('uniswap_v3/mint', { position_manager: first!, ...pair }),
]
const subjects = subjectsOf(claims, vault, [five!])

const word = fc.oneof(
  fc.bigInt({ min: 0n, max: 3n }),
  fc.constantFrom(32n, ...[first, two, three, four, five].map((account) => BigInt(account!))),
  fc.bigInt({ min: 0n, max: 10n ** 30n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
)
const answer: fc.Arbitrary<ContractReadResult> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(null, '0x' as const) },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ maxLength: 100 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const),
  },
  {
    weight: 4,
    arbitrary: fc
      .array(word, { minLength: 1, maxLength: 16 })
      .map(
        (words) => `0x${words.map((one) => one.toString(16).padStart(64, '0')).join('')}` as const,
      ),
  },
)

/** Accounts that answer at random, the same to the same question. */
const book = fc.array(answer, { minLength: 40, maxLength: 40 }).map((answers) => {
  const results = new Map<string, ContractReadResult>()
  return (to: Address, data: string) => {
    const key = `${to} ${data}`
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const sum = [...key].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) % 1_000_003, 7)
    const chosen = answers[sum % answers.length]!
    results.set(key, chosen)
    return chosen
  }
})

test('default: every reader has a subject here, each subject once, as plain JSON', () => {
  const names = new Set(subjects.map(({ reader }) => reader))
  expect([...names].sort()).toEqual(positionReaders.map(({ name }) => name).sort())
  expect(subjects.filter(({ holder }) => holder === drone).map(({ reader }) => reader)).toEqual([
    'aave_v3',
    idle,
  ])
  expect(new Set(subjects.map((subject) => JSON.stringify(subject))).size).toBe(subjects.length)
  expect(JSON.parse(JSON.stringify(subjects))).toEqual(subjects)
  expect(subjectsOf([...claims, null, ...claims], vault, [five!])).toEqual(subjects)
})

test('law: whatever accounts answer, a reader ends, and holds nothing of nothing', () => {
  fc.assert(
    fc.property(book, (answerOf) => {
      for (const subject of subjects) {
        const { found: reading, rounds } = replayOn(readSubject(subject, moment), answerOf)
        expect(rounds).toBeLessThanOrEqual(5)
        for (const holding of reading.holdings) {
          expect(holding.amount).not.toBe(0n)
          expect(holding.holder).toBe(subject.holder)
          if (holding.index !== null) expect(BigInt(holding.index.value)).toBeGreaterThan(0n)
        }
        for (const quote of reading.quotes) {
          expect(quote.amount > 0n && quote.worth > 0n).toBe(true)
        }
        for (const { what, reason } of reading.failures) {
          expect(what).not.toMatch(/undefined|null/)
          expect(reason).toMatch(/^[A-Z].*\.$/)
        }
      }
    }),
  )
})

test('law: read together is read apart', () => {
  fc.assert(
    fc.property(book, (answerOf) => {
      const apart = subjects.map(
        (subject) => replayOn(readSubject(subject, moment), answerOf).found,
      )
      expect(replayOn(readSubjects(subjects, moment), answerOf).found).toEqual(
        mergePositionResults(apart),
      )
    }),
    { numRuns: runsOf(1 / 4) },
  )
})

test('behavior: when every call reverts, every reader of what must answer fails, and nothing is held', () => {
  for (const subject of subjects) {
    const { found: reading } = replayOn(readSubject(subject, moment), () => null)
    expect(reading.holdings).toEqual([])
    // Whose a wrapper of staked ether is it says itself, so that one which says nothing is nobody's.
    const isSilent = ['lido', 'ether_fi'].includes(subject.reader)
    expect(reading.failures.length > 0, subject.reader).toBe(!isSilent)
  }
})

test('behavior: where nothing stands nothing is held, and only the coin cannot be counted', () => {
  const { found: reading } = replayOn(readSubjects(subjects, moment), () => '0x')
  expect([reading.holdings, reading.receipts.length > 0]).toEqual([[], true])
  expect(new Set(reading.failures.map(({ what }) => what.slice(0, 53)))).toEqual(
    new Set(['balance of 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']),
  )
})

test('behavior: a damaged subject, and one of no reader, are failures', () => {
  const damaged: readonly PositionSubject[] = [
    ...subjects.map((subject) => ({ ...subject, values: {} })),
    ...subjects.map((subject) => ({
      ...subject,
      values: Object.fromEntries(
        Object.entries(subject.values).map(([name, value]) => [name, `${value},0xno`]),
      ),
    })),
    { reader: 'nobody', holder: vault, values: {} },
  ]
  for (const subject of damaged) {
    const { found: reading, rounds } = replayOn(readSubject(subject, moment), () => '0x')
    expect([reading.failures.length, rounds], JSON.stringify(subject)).toEqual([1, 0])
  }
})

test('behavior: a token that stands for a position does not count again, nor the same token twice', () => {
  const none: PositionResult = { holdings: [], quotes: [], receipts: [], failures: [] }
  const held = (protocol: string, asset: Address) => ({
    protocol,
    holder: vault,
    asset,
    amount: 5n,
    index: null,
    maturityUnix: null,
  })
  const merged = mergePositionResults([
    { ...none, holdings: [held(idle, first!), held(idle, two!)] },
    { ...none, holdings: [held('lido', first!)], receipts: [{ holder: vault, asset: first! }] },
    { ...none, holdings: [held(idle, two!), held('lido', first!)] },
  ])
  expect(merged.holdings.map(({ protocol, asset }) => [protocol, asset])).toEqual([
    [idle, two],
    ['lido', first],
    ['lido', first],
  ])
})
