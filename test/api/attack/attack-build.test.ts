import { afterAll, beforeAll, expect, test } from 'vitest'
import { builderPath, localManifest, main, seedLocalVault } from '../support/builder-world.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('strategist')
  await seedLocalVault(api.store, api.tenant.id)
})
afterAll(() => api.close())

const asset = localManifest.contracts.WETH!
const supply = { route: 'aave_v3/supply', params: { asset, amount: '1' } }
const loan = (actions: unknown) => ({
  route: 'balancer_v2/flash_loan',
  params: { token: asset, amount: '1', actions },
})

const build = (route: string, params: object) =>
  api.ask('POST', builderPath('execute', `${main}/${route}`), {
    headers,
    body: { params, skip_sim: true },
  })
const buildAll = (actions: readonly object[]) =>
  api.ask('POST', builderPath('execute-multiple', main), {
    headers,
    body: { actions, skip_sim: true },
  })
const borrow = (actions: unknown) => build('balancer_v2/flash_loan', loan(actions).params)
const entriesOf = (answer: { readonly body: { readonly detail: readonly Entry[] } }) =>
  answer.body.detail.map(({ loc, type }) => [loc.join('.'), type])
type Entry = { readonly loc: readonly (string | number)[]; readonly type: string }

test('behavior: what runs inside of loans counts as actions of the batch', async () => {
  expect((await borrow(Array(49).fill(supply))).status).toBe(200)
  const place = 'body.params.actions'
  for (const actions of [Array(50).fill(supply), JSON.stringify(Array(50).fill(supply))]) {
    const answer = await borrow(actions)
    expect([answer.status, entriesOf(answer)]).toEqual([422, [[place, 'too_long']]])
  }
  const half = loan(Array(25).fill(supply))
  expect((await buildAll([half])).status).toBe(200)
  const both = await buildAll([half, half])
  expect([both.status, entriesOf(both)]).toEqual([
    422,
    [['body.actions.1.params.actions', 'too_long']],
  ])
})

test('behavior: JSON inside of a text is as strict as that of the body', async () => {
  const text = (amount: string) =>
    `[{"route":"aave_v3/supply","params":{"asset":"${asset}",${amount}}}]`
  expect((await borrow(text('"amount":"1"'))).status).toBe(200)
  const twice = await borrow(text('"amount":"1","amount":"777"'))
  const place = 'body.params.actions.0.params.amount'
  expect([twice.status, entriesOf(twice)]).toEqual([422, [[place, 'json_duplicate_key']]])
  const inexact = await borrow(text('"amount":0.1000000000000000055'))
  expect([inexact.status, entriesOf(inexact)]).toEqual([422, [[place, 'json_number_inexact']]])
})

test('behavior: null, which NaN becomes in JSON, is not taken for all that there is', async () => {
  const body = JSON.parse(JSON.stringify({ asset, amount: Number.NaN }))
  const alone = await build('aave_v3/supply', body)
  expect([alone.status, entriesOf(alone)]).toEqual([
    422,
    [['body.params.amount', 'decimal_parsing']],
  ])
  const inner = await borrow([{ ...supply, params: body }])
  const place = 'body.params.actions.0.params.amount'
  expect([inner.status, entriesOf(inner)]).toEqual([422, [[place, 'decimal_parsing']]])
  // A parameter that uses nothing up when it is left out may be null.
  expect((await build('aave_v3/supply', { ...supply.params, account: null })).status).toBe(200)
})

test('behavior: an answer names twenty wrong parameters, however many there are', async () => {
  const strange = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`q${at}`, 0]))
  const answer = await build('aave_v3/supply', { ...supply.params, ...strange })
  expect(answer.status).toBe(422)
  expect(answer.body.detail).toHaveLength(20)
})
