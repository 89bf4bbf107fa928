import { openReceiptReader } from '@vaultwright/indexer'
import { explainValue, isProven } from '@vaultwright/operations'
import { readValuesPart } from '@vaultwright/store'
import {
  olderFormulas,
  type PerformanceReceipt,
  performanceValuesOf,
  recompute,
} from '@vaultwright/valuation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printExplained } from '../../../packages/cli/src/commands/indexing/explain.ts'
import { type DemoWorld, openDemoWorld } from '../support/demo-world.ts'

let world: DemoWorld

beforeAll(async () => {
  world = await openDemoWorld()
})
afterAll(() => world.close())

const plain = (text: string) => text
const style = {
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
}

test('golden: a value of an older formula is counted, shown with both, and proven by its own', async () => {
  const { store } = world.api
  const { tenantId } = world
  const chain = 'local'
  const vault = (await store.vaults.find(tenantId, { chain, vault: world.eth.vault }))!
  const place = { chain, vault: vault.address }
  expect(await store.derived.olderDays(olderFormulas)).toBe(0)
  expect(await readValuesPart(store, olderFormulas)).toMatchObject({ status: 'ready' })

  const { day } = (await store.performances.latest(tenantId, place))!
  const dayRef = { ...place, day }
  const whole = (await openReceiptReader(store, tenantId)(dayRef, 'performance'))!
  const { basis } = (await store.derived.receipt(tenantId, dayRef, 'performance'))!
  const put = (receipt: PerformanceReceipt) =>
    store.derived.derive(
      tenantId,
      { ...place, range: { from: day, to: day }, withOtherChains: false, reason: 'A test.' },
      () => ({
        snapshots: [],
        dailyPoints: [],
        performances: [
          {
            value: performanceValuesOf(receipt),
            basis: { ...JSON.parse(basis!), formula: receipt.formula },
            receipt: JSON.stringify(receipt),
          },
        ],
      }),
    )
  const { inputs } = whole.receipt!
  const older = recompute({ formula: 'performance@1', inputs }) as PerformanceReceipt
  await put(older)
  expect(await store.derived.olderDays(olderFormulas)).toBe(1)
  expect(await readValuesPart(store, olderFormulas)).toMatchObject({
    status: 'degraded',
    problems: [
      {
        code: 'older_formula',
        message: '1 day has values that an older formula computed. Run: vaultwright index replay',
        facts: { days: 1 },
      },
    ],
  })
  const explain = () =>
    explainValue({ store, vault, chain, day, kind: 'performance', asOfUnix: null })
  const explained = await explain()
  expect(explained.older).toMatchObject({ formula: 'performance@1', current: 'performance@2' })
  expect(isProven(explained)).toBe(true)
  const text = [...printExplained({ ...explained, figures: null }, style as never)].join('')
  expect(text).toContain('computed by an older formula, performance@1')

  // One that does not follow from its own formula is no longer proven.
  const { result } = older
  await put({ ...older, result: { ...result, apy: { ...result.apy, value: '0.5' } } } as never)
  expect(isProven(await explain())).toBe(false)
})
