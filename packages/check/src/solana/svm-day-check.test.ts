import { defaultVaultProgram, printKeptAccounts } from '@vaultwright/svm'
import { decodeSvmReading } from '@vaultwright/svm-builder'
import {
  endOfDay,
  growSvmDay,
  navValuesOf,
  type SvmDailyInputs,
  shiftDay,
  svmDayStateOf,
} from '@vaultwright/valuation'
import { dailyEntryOf } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type SvmHeldDraft,
  svmAccountsOf,
  svmUsdc,
  svmVault,
} from '../../../../test/solana/support/svm-reading-fixture.ts'
import { parseSavedRequest } from '../saved/request.ts'
import { checkSavedAnswer } from '../saved/saved-answer.ts'
import { checkSvmDays } from './svm-day-check.ts'

const place = { vault: svmVault, program: defaultVaultProgram }
const firstDay = '2026-11-01'

const dollarQuote = {
  asset: svmUsdc,
  per: 'usd',
  price: '0.9998',
  source: 'fixed',
  atUnix: '1793577605',
  confidence: null,
  kind: 'fixed',
} as const
const held = { usdc: 990_000n, lamports: 5n, quotes: [dollarQuote] }

/** Days as a service serves them, one for each rate; with what was held, or as an earlier version read them. */
function serve(rates: readonly bigint[], held?: SvmHeldDraft) {
  const readings = rates.map((exchangeRate, index) => {
    const day = shiftDay(firstDay, index)
    const draft = { exchangeRate, supply: 1_000_000n, unix: endOfDay(day) + 5n }
    const accounts = svmAccountsOf(held === undefined ? draft : { ...draft, held })
    const state = svmDayStateOf({ vault: svmVault, day }, decodeSvmReading(accounts, place))
    return { day, kept: accounts, state }
  })
  return readings.map(({ day, kept: accounts, state }, index) => {
    const receipt = growSvmDay({ today: state, before: readings[index - 1]?.state ?? null })
    const { dailyApy, sharePrice, totalAssets, worth } = receipt.result
    const point = {
      dailyApy: dailyApy.value,
      priceUsd: worth?.priceUsd.value ?? null,
      sharePrice,
      totalAssets,
      tvlUsd: worth?.tvlUsd.value ?? null,
      nav: worth === undefined ? null : navValuesOf(worth),
    }
    const readingPlace = { day, atUnix: endOfDay(day), blockNumber: accounts.slot }
    return {
      ...dailyEntryOf({ chain: 'solana', vault: svmVault, ...readingPlace, ...point }, 50),
      receipt: structuredClone(receipt) as never,
      reading: JSON.parse(printKeptAccounts(accounts)),
    }
  })
}

const rates = fc.array(fc.bigInt({ min: 900_000n, max: 1_100_000n }), {
  minLength: 1,
  maxLength: 4,
})

const u64 = fc.bigInt(0n, 2n ** 64n - 1n)
const heldDraft = fc.option(
  fc.record({
    usdc: u64,
    lamports: u64,
    quotes: fc.constantFrom<NonNullable<SvmHeldDraft['quotes']>>([], [dollarQuote]),
    failures: fc.constantFrom<NonNullable<SvmHeldDraft['failures']>>(
      [],
      [{ what: 'token accounts of sub-account 0', reason: 'No.' }],
    ),
  }),
  { nil: undefined },
)

test('law: days as they follow from their accounts are the same, with holdings and without', () => {
  fc.assert(
    fc.property(rates, heldDraft, (values, held) => {
      const checks = checkSvmDays(serve(values, held), place)
      expect(checks.map(({ verdict }) => verdict.answer)).toEqual(values.map(() => 'yes'))
    }),
  )
})

type Served = ReturnType<typeof serve>[number]

test.each<readonly [string, (day: Served) => void, string]>([
  [
    'a served price',
    (day) => {
      day.share_price = 1.5
    },
    '1.5 was served',
  ],
  [
    'the result of a receipt',
    (day) => {
      Object.assign((day.receipt as { result: object }).result, { totalSupply: '2' })
    },
    'does not follow',
  ],
  [
    'the inputs of a receipt',
    (day) => {
      const { inputs } = day.receipt as { inputs: { today: { slot: string } } }
      inputs.today.slot = '7'
    },
    'bytes of the accounts',
  ],
  [
    'served net assets',
    (day) => {
      day.net_assets = '1'
    },
    'net_assets is 0.99',
  ],
  [
    'a served worth in dollars',
    (day) => {
      day.tvl_usd = null
    },
    'tvl_usd is',
  ],
  [
    'a flag that was left out',
    (day) => {
      day.flags = []
    },
    'flags is',
  ],
  [
    'a receipt without the holdings of its accounts',
    (day) => {
      const { inputs } = day.receipt as unknown as { inputs: SvmDailyInputs }
      const { held: _, ...today } = inputs.today
      day.receipt = growSvmDay({ ...inputs, today }) as never
    },
    'bytes of the accounts',
  ],
  [
    'a price in the reading',
    (day) => {
      const { scope } = day.reading as { scope: { quotes: { price: string }[] } }
      scope.quotes[0]!.price = '2'
    },
    'bytes of the accounts',
  ],
  [
    'accounts of another program',
    (day) => {
      const { accounts } = day.reading as { accounts: { [key: string]: { owner: string } } }
      accounts[svmVault]!.owner = svmVault
    },
    'cannot be read',
  ],
])('refuses: %s that was changed', (_, change, reason) => {
  const days = serve([1_000_000n, 1_000_100n], held)
  change(days[1]!)
  const [first, second] = checkSvmDays(days, place)
  expect(first?.verdict.answer).toBe('yes')
  expect(second?.verdict.answer).toBe('no')
  expect(second?.verdict.reasons.map(({ message }) => message).join(' ')).toContain(reason)
})

test('golden: a saved answer with receipts and accounts is a yes, a changed one a no, one without accounts open', () => {
  const days = serve([1_000_000n, 1_000_100n], held)
  const request = parseSavedRequest({ chain: 'solana', vault_address: svmVault })
  const meta = { from: null, to: null }
  const page = { next_cursor: null, page_size: 20, has_more: false }
  const missing = { tree: null, managerTree: null, quote: null, days: null, accounts: null }
  const inputs = { ...missing, request, nowUnix: 1_793_700_000 }
  const check = (data: readonly object[]) =>
    checkSavedAnswer(JSON.stringify({ data, meta, page }), inputs).answer
  expect(check(days)).toBe('yes')
  expect(check([{ ...days[0], total_assets: '2' }, days[1]!])).toBe('no')
  expect(check(days.map(({ reading: _, ...day }) => day))).toBe('open')
  expect(check(days.map(({ receipt: _, ...day }) => day))).toBe('open')
})

test('golden: a day without receipt or without its accounts is open', () => {
  const [day] = serve([1_000_000n])
  const { receipt: _, ...bare } = day!
  const { reading: __, ...unread } = day!
  expect(checkSvmDays([unread], place)[0]!.verdict).toMatchObject({
    answer: 'open',
    reasons: [{ code: 'not_given' }],
  })
  expect(checkSvmDays([bare], place)).toMatchObject([
    { verdict: { answer: 'open', reasons: [{ code: 'not_given' }] }, flags: [] },
  ])
})
