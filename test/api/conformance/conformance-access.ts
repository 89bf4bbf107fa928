import type { UserRole } from '@vaultwright/store'
import { expect } from 'vitest'
import { everyOperation, urlOf } from '../support/operation-url.ts'
import { dataPath, type Rule, rule } from './conformance-rule.ts'

const order: readonly UserRole[] = ['viewer', 'strategist', 'curator', 'admin']
const forbidden = { message: 'Forbidden' }
const unauthorized = { message: 'Unauthorized' }

const perOperation: readonly Rule[] = everyOperation.flatMap(([name, operation]) => {
  const { method, role } = operation
  const body = operation.body === null ? {} : { body: {} }
  return [
    rule('5.1', `${name}: 401 without a key, or with a malformed header`, async (world) => {
      const url = urlOf(world, operation)
      expect(await world.api.ask(method, url, body)).toMatchObject({
        status: 401,
        body: unauthorized,
      })
      const { authorization } = await world.as('admin')
      const key = authorization!.slice('Bearer '.length)
      for (const text of ['', 'Bearer', 'Bearer ', key, `Basic ${key}`, `Bearer ${key} ${key}`]) {
        const headers = { authorization: text }
        const answer = await world.api.ask(method, url, { ...body, headers })
        expect([text, answer.status, answer.body]).toEqual([text, 401, unauthorized])
      }
    }),
    rule('5.6', `${name}: 403 with a key that is invalid`, async (world) => {
      const key = (await world.as('admin')).authorization!
      const wrong = `${key.slice(0, -1)}${key.endsWith('2') ? '3' : '2'}`
      for (const text of [wrong, key.toUpperCase().replace('BEARER', 'Bearer'), 'Bearer x']) {
        const headers = { authorization: text }
        const answer = await world.api.ask(method, urlOf(world, operation), { ...body, headers })
        expect([answer.status, answer.body]).toEqual([403, forbidden])
      }
    }),
    ...order
      .filter((one) => order.indexOf(one) < order.indexOf(role))
      .map((one) =>
        rule('5.3', `${name}: 403 for a ${one}`, async (world) => {
          const headers = await world.as(one)
          const answer = await world.api.ask(method, urlOf(world, operation), { ...body, headers })
          expect([answer.status, answer.body]).toEqual([403, forbidden])
        }),
      ),
    ...order
      .filter((one) => order.indexOf(one) >= order.indexOf(role))
      .map((one) =>
        rule('5.7', `${name}: a ${one} may`, async (world) => {
          const headers = await world.as(one)
          const answer = await world.api.ask(method, urlOf(world, operation), { ...body, headers })
          expect([200, 400, 404, 422]).toContain(answer.status)
        }),
      ),
  ]
})

/** Section 5: authentication. The states of keys are in section 3. */
export const accessRules: readonly Rule[] = [
  ...perOperation,
  rule(
    '5.2',
    'a key has a fixed prefix and random characters, is shown once and has a description',
    async (world) => {
      const { body } = await world.post('/v1/admin/users', { name: 'two keys', role: 'viewer' })
      const draft = { user_id: body.data.id, description: 'the bot of the night' }
      const keyAnswers = await Promise.all([1, 2].map(() => world.post('/v1/admin/keys', draft)))
      const [firstKey, secondKey] = keyAnswers.map((answer) => answer.body.data.key)
      expect(firstKey).toMatch(/^vw_live_[1-9A-HJ-NP-Za-km-z]{50}$/)
      expect(secondKey).not.toBe(firstKey)
      const listed = await world.get('/v1/admin/keys', 'admin')
      for (const key of [firstKey, secondKey]) expect(listed.text).not.toContain(key.slice(12))
      expect(listed.text).toContain('the bot of the night')
    },
  ),
  rule('5.3', 'a key inherits the role of its user', async (world) => {
    const { body } = await world.post('/v1/admin/users', {
      name: 'second curator',
      role: 'curator',
    })
    const { data } = (await world.post('/v1/admin/keys', { user_id: body.data.id })).body
    const headers = { authorization: `Bearer ${data.key}` }
    expect((await world.api.ask('POST', '/v1/trees', { headers, body: {} })).status).toBe(422)
    expect((await world.api.ask('GET', '/v1/admin/users', { headers })).status).toBe(403)
  }),
  rule(
    '5.5',
    'the tenant is that of the key: what is outside is a 404, never a 403',
    async (world) => {
      const otherTenant = await world.api.addTenant('outside')
      const headers = await otherTenant.as('admin')
      const list = await world.api.ask('GET', '/v1/vaults', { headers })
      expect(list.body.data).toEqual([])
      const bodies: Readonly<Record<string, object>> = {
        executeMultiple: { actions: [{ route: 'lido/stake' }] },
        simulate: { calldata: '0x244b0f6a' },
        checkControl: { control: {} },
        createSwapQuote: { sell_token: 'WETH', buy_token: 'USDC' },
        buildLimitOrder: {
          sell_token: 'WETH',
          buy_token: 'USDC',
          valid_for_seconds: 300,
        },
        buildOrderCancellation: { order_uid: `0x${'00'.repeat(56)}` },
      }
      for (const [name, operation] of everyOperation) {
        if (!/\{vault_address\}|\{root_hash\}/.test(operation.path)) continue
        const body = operation.body === null ? {} : { body: bodies[name] ?? {} }
        const answer = await world.api.ask(operation.method, urlOf(world, operation), {
          headers,
          ...body,
        })
        expect([name, answer.status]).toEqual([name, 404])
      }
    },
  ),
  rule(
    '5.6',
    'it is enforced before the application: also where nothing is, and before the body is read',
    async (world) => {
      for (const path of [
        '/v1',
        '/v1/nothing',
        '/v1/vaults/',
        '/v1/%zz',
        '/%761/vaults',
        '/v1/tx-builder/x',
      ]) {
        const answer = await world.api.ask('GET', path)
        expect([path, answer.status, answer.body]).toEqual([path, 401, unauthorized])
      }
      const answer = await world.api.ask('POST', '/v1/trees', { payload: '{"' })
      expect([answer.status, answer.body]).toEqual([401, unauthorized])
    },
  ),
  rule('5.6', 'a 403 comes before what is wrong with the request', async (world) => {
    const answer = await world.post('/v1/admin/users', { nonsense: 1 }, 'viewer')
    expect([answer.status, answer.body]).toEqual([403, forbidden])
    expect((await world.get(dataPath(world, '/roots?page_size=0'))).status).toBe(422)
  }),
]
