import type { LocalChain } from '@vaultwright/chain'
import { openReceiptReader, readerFingerprint } from '@vaultwright/indexer'
import { explainValue, isProven, openServedReceipts } from '@vaultwright/operations'
import type { StatePack, Store, Vault } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonDigestOf, parseReading } from '../../../workers/indexer/src/reading/parsed-reading.ts'
import { packStates, periodOf } from '../../../workers/indexer/src/reading/state-pack.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import {
  openReplayWorld,
  partsOf,
  type ReplayHome,
  type ReplayWorld,
  replayAll,
} from './replay-world.ts'

const day = '2025-01-20'

let local: LocalChain
let world: ReplayWorld

beforeAll(async () => {
  local = await startLocalChain()
  world = await openReplayWorld(local, { vaults: 1, days: 25 })
})
afterAll(async () => {
  world?.close()
  await local?.anvil.close()
})

/** A store whose packs say what newer code would read out of the same readings: other prices. */
async function openNewer(home: ReplayHome, price: (text: string) => string) {
  const store = await home.open()
  await replayAll(partsOf(store))
  const [vault] = await store.vaults.everywhere()
  const place = { chain: 'local', vault: vault!.address }
  const { items } = await store.readings.page(
    vault!.tenantId,
    { ...place, from: '2025-01-01', to: '2025-12-31' },
    { after: null, limit: 99 },
  )
  const batch = store.derived.batch(vault!.tenantId, {
    ...place,
    range: { from: '1970-01-01', to: '1970-01-01' },
    withOtherChains: false,
    reason: '',
  })
  for (const pack of packsOf(items, price)) batch.pack('local', pack)
  await batch.commit([])
  return { store, vault: vault!, place }
}

function packsOf(
  readings: readonly Parameters<typeof parseReading>[0][],
  price: (text: string) => string,
): readonly StatePack[] {
  const periods = new Map<number, ReturnType<typeof parseReading>[]>()
  for (const reading of readings) {
    const parsed = parseReading(reading)
    const quotes = parsed.state.quotes.map((quote) => ({ ...quote, price: price(quote.price) }))
    const state = { ...parsed.state, quotes }
    const { holdings: _, failures: __, allowances: ___, proof: ____, ...share } = state
    const digests = { ...parsed.digests, state: jsonDigestOf(state), share: jsonDigestOf(share) }
    const period = periodOf(parsed.day)
    periods.set(period, [...(periods.get(period) ?? []), { ...parsed, state, digests }])
  }
  return [...periods].map(([period, states]) => packStates(period, states))
}

const explain = (store: Store, vault: Vault) =>
  explainValue({ store, vault, chain: 'local', day, kind: 'daily', asOfUnix: null })

test('default: as long as the readings are read as they were, an explanation compares as ever', async () => {
  const { store, vault, place } = await openNewer(world.fork(), (price) => price)
  const explained = await explain(store, vault)
  expect(explained.checks.map(({ against }) => against)).toEqual(['receipt', 'reading', 'value'])
  expect(isProven(explained)).toBe(true)
  const whole = await openReceiptReader(store, vault.tenantId)({ ...place, day }, 'daily')
  expect(whole?.origin).toMatchObject({ kind: 'same' })
  await store.close()
})

test('behavior: an explanation says that newer code reads the inputs otherwise, and names both digests and readers', async () => {
  const { store, vault, place } = await openNewer(world.fork(), (price) => `${price}5`)
  const readReceipt = openReceiptReader(store, vault.tenantId)
  const whole = await readReceipt({ ...place, day }, 'daily')
  expect(whole?.origin).toMatchObject({
    kind: 'other',
    before: { reader: readerFingerprint },
    now: { reader: readerFingerprint },
  })
  const explained = await explain(store, vault)
  const [inputs] = explained.checks
  expect(inputs).toMatchObject({ against: 'inputs', open: null })
  expect(inputs?.differences[0]).toMatch(
    /^digest of the inputs: [0-9a-f]{16} then, [0-9a-f]{16} now$/,
  )
  expect(inputs?.differences[1]).toBe(`reader: ${readerFingerprint} then, ${readerFingerprint} now`)
  expect(isProven(explained)).toBe(false)
  await store.close()
})

test('refuses: to serve a receipt whose inputs do not make its result, and one whose reading is gone', async () => {
  const home = world.fork()
  const { store, vault, place } = await openNewer(home, (price) => `${price}5`)
  const dayPlace = { ...place, day }
  expect(await openServedReceipts(store, vault.tenantId)(dayPlace, 'daily')).toBeNull()
  home.sql('delete from state_pack')
  expect(await openServedReceipts(store, vault.tenantId)(dayPlace, 'daily')).toMatchObject({
    formula: 'daily@1',
    inputs: { today: { day } },
  })
  home.sql(`delete from reading where day = '${day}'`)
  expect(await openServedReceipts(store, vault.tenantId)(dayPlace, 'daily')).toBeNull()
  const gone = await openReceiptReader(store, vault.tenantId)(dayPlace, 'daily')
  expect(gone).toEqual({ receipt: null, origin: { kind: 'gone' } })
  await store.close()
})
