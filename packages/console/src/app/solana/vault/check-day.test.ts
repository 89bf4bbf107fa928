import { decodeVaultReading, defaultVaultProgram, printKeptAccounts } from '@vaultwright/svm'
import { endOfDay, growSvmDay, shiftDay, svmDayStateOf } from '@vaultwright/valuation'
import { dailyEntryOf } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  svmAccountsOf,
  svmVault,
} from '../../../../../../test/solana/support/svm-reading-fixture.ts'
import { checkSvmDays } from './check-day.ts'

const place = { vault: svmVault, program: defaultVaultProgram }
const firstDay = '2026-11-01'

/** Days as a service serves them, one for each rate. */
function serve(rates: readonly bigint[]) {
  const readings = rates.map((exchangeRate, index) => {
    const day = shiftDay(firstDay, index)
    const kept = svmAccountsOf({ exchangeRate, supply: 1_000_000n, unix: endOfDay(day) + 5n })
    const state = svmDayStateOf({ vault: svmVault, day }, decodeVaultReading(kept, place))
    return { day, kept, state }
  })
  return readings.map(({ day, kept, state }, index) => {
    const receipt = growSvmDay({ today: state, before: readings[index - 1]?.state ?? null })
    const { dailyApy, sharePrice, totalAssets } = receipt.result
    const point = {
      dailyApy: dailyApy.value,
      priceUsd: null,
      sharePrice,
      totalAssets,
      tvlUsd: null,
    }
    const at = { day, atUnix: endOfDay(day), blockNumber: kept.slot }
    return {
      ...dailyEntryOf({ chain: 'solana', vault: svmVault, ...at, ...point, nav: null }, 50),
      receipt: structuredClone(receipt) as never,
      reading: JSON.parse(printKeptAccounts(kept)),
    }
  })
}

const rates = fc.array(fc.bigInt({ min: 900_000n, max: 1_100_000n }), {
  minLength: 1,
  maxLength: 4,
})

test('law: days as they follow from their accounts are the same', () => {
  fc.assert(
    fc.property(rates, (values) => {
      const checks = checkSvmDays(serve(values), place)
      expect(checks.map(({ verdict }) => verdict)).toEqual(values.map(() => 'same'))
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
    'accounts of another program',
    (day) => {
      const { accounts } = day.reading as { accounts: { [key: string]: { owner: string } } }
      accounts[svmVault]!.owner = svmVault
    },
    'cannot be read',
  ],
])('refuses: %s that was changed', (_, change, reason) => {
  const days = serve([1_000_000n, 1_000_100n])
  change(days[1]!)
  const [first, second] = checkSvmDays(days, place)
  expect(first?.verdict).toBe('same')
  expect(second?.verdict).toBe('differs')
  expect(second?.reasons.join(' ')).toContain(reason)
})

test('golden: a day without receipt is open', () => {
  const [day] = serve([1_000_000n])
  const { receipt: _, ...bare } = day!
  expect(checkSvmDays([bare], place)).toEqual([{ verdict: 'open', reasons: [], flags: [] }])
})
