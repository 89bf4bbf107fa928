import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@vaultwright/base'
import { openSignedDocument, signedCallsOf } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { compareWithRequest, type ExpectedContext } from './expected-request.ts'
import { parseSavedRequest } from './request.ts'

const path = join(import.meta.dirname, '../../../../fixtures/safe/typed-data.json')
const vault: Address = '0xFc4158B9657b686570cE65283483BE0682AF5dc5'
const safe: Address = '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3'
const token = '0xbCd045c39640790898169410c465467984cE2552'
const pool = '0xd9760c51476C7de08dC33CdE13E496fD2818fa0d'
const outsider = '0x9999999999999999999999999999999999999999'
const call = openSignedDocument(readFileSync(path, 'utf8'))
const layers = signedCallsOf(call).map(({ path: steps, call: layer }) => {
  return { path: steps.join('.'), call: layer }
})
const context: ExpectedContext = {
  chainId: 1,
  vault,
  sender: safe,
  units: (address) =>
    address.toLowerCase() === token.toLowerCase()
      ? { symbol: 'HUSD', decimals: 6, source: 'definition' }
      : null,
}
const params = { asset: token, pool, amount: '1000' }
const route = 'aave_v3/supply'
const request = { chain: 'mainnet', vault_address: vault, strategist_address: safe }
const compare = (fields: object, changes: Partial<ExpectedContext> = {}, calls = layers) =>
  compareWithRequest(calls, parseSavedRequest({ ...request, ...fields }), {
    ...context,
    ...changes,
  })
const actions = [{ route, params }]

test('golden: a real batch of a Safe is the request of its supply, and nothing else', () => {
  const same = compare({ actions })
  expect(same).toEqual({ problems: [], notes: [], uncompared: [] })
  const batch = layers.find(({ call: { kind } }) => kind === 'manager_batch')!
  expect(compare({ calldata: batch.call.data })).toMatchObject({ problems: [], uncompared: [] })
})

test.each([
  ['chain', { chain: 'base', actions }],
  ['vault_address', { vault_address: outsider, actions }],
  ['strategist_address', { strategist_address: outsider, actions }],
  ['asset', { actions: [{ route, params: { ...params, asset: outsider } }] }],
  ['pool', { actions: [{ route, params: { ...params, pool: outsider } }] }],
  ['amount', { actions: [{ route, params: { ...params, amount: '1000.000001' } }] }],
  ['aave_v3/borrow', { actions: [{ route: 'aave_v3/borrow', params }] }],
  ['aave_v3/supply', { actions: [...actions, ...actions] }],
  ['Call 0', { actions: [] }],
  ['calldata', { calldata: '0x1234' }],
])('law: another %s than was asked for is named', (field, fields) => {
  const { problems } = compare(fields)
  expect(problems.join('\n')).toContain(field)
})

test.each([
  ['chain', { chainId: null }],
  ['strategist_address', { sender: null }],
  ['vault_address', { vault: null }],
  ['amount', { units: () => null }],
])('law: %s is left open where it is not known', (field, changes) => {
  const { problems, uncompared } = compare({ actions }, changes)
  expect(problems).toEqual([])
  expect(uncompared.join('\n')).toContain(field)
})

test('refuses: a call that is in no batch, what cannot be read, and a request of nothing', () => {
  const beside = { path: '1', call: { ...layers.at(-1)!.call, kind: 'call' as const, facts: {} } }
  expect(compare({ actions }, {}, [...layers, beside]).problems).toEqual([
    'You did not ask for call 1, which is in no batch.',
  ])
  const unread = { ...beside, call: { ...beside.call, problem: new RangeError('cut') as never } }
  expect(compare({ actions }, {}, [...layers, unread]).problems.join()).toContain('cannot be read')
  expect(() => compare({})).toThrow(expect.objectContaining({ code: 'expected_request' }))
})
