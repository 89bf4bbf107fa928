import { expect } from 'vitest'
import type { DemoWorld } from '../support/demo-world.ts'
import { openTestApi } from '../support/harness.ts'
import { addMadeUp } from '../support/made-up.ts'
import { builderPath, dataPath, type Rule, rule, unknownVault } from './conformance-rule.ts'

async function limited(world: DemoWorld) {
  const { body } = await world.post('/v1/admin/users', {
    name: `slow ${Math.random()}`,
    role: 'viewer',
  })
  const draft = { user_id: body.data.id, rate_per_minute: 1 }
  const { data } = (await world.post('/v1/admin/keys', draft)).body
  const headers = { authorization: `Bearer ${data.key}` }
  expect((await world.api.ask('GET', '/v1/vaults', { headers })).status).toBe(200)
  return headers
}

const empty = { message: expect.any(String), details: {} }

/** Section 7: envelopes and codes. */
export const failureRules: readonly Rule[] = [
  rule('7.1', 'gateway 401 and 403: {message}', async ({ api, as }) => {
    const none = await api.ask('GET', '/v1/vaults')
    expect([none.status, none.body]).toEqual([401, { message: 'Unauthorized' }])
    const refused = await api.ask('GET', '/v1/admin/users', { headers: await as('viewer') })
    expect([refused.status, refused.body]).toEqual([403, { message: 'Forbidden' }])
  }),
  rule('7.1', 'gateway 429 on the builder: {message, retry_after}', async (world) => {
    const headers = await limited(world)
    const { status, body } = await world.api.ask('GET', '/v1/tx-builder/health', { headers })
    expect(status).toBe(429)
    expect(body).toEqual({ message: expect.any(String), retry_after: expect.any(Number) })
    expect(Number.isInteger(body.retry_after) && body.retry_after > 0).toBe(true)
  }),
  rule(
    '7.1',
    'vault, root and tree endpoints: {error: {code, message, details}}',
    async (world) => {
      for (const path of [
        dataPath(world).replace('local', 'base'),
        `/v1/trees/${'0'.repeat(64)}`,
      ]) {
        const { body } = await world.get(path)
        expect(body).toEqual({ error: { code: expect.stringMatching(/_not_found$/), ...empty } })
      }
    },
  ),
  rule(
    '7.1',
    'builder endpoints: detail is a string, {error, details} or an array',
    async (world) => {
      const execute = (tail: string, body: object) =>
        world.post(builderPath(world, 'execute', tail), body)
      expect((await execute(`${unknownVault}/lido/stake`, {})).body).toEqual({
        detail: expect.any(String),
      })
      expect((await execute(`${world.main}/no/route`, {})).body).toEqual({
        detail: { error: expect.any(String), details: expect.any(Object) },
      })
      expect((await execute(`${world.main}/lido/stake`, { params: { amount: 'x' } })).body).toEqual(
        {
          detail: [expect.objectContaining({ loc: ['body', 'params', 'amount'] })],
        },
      )
    },
  ),
  rule('7.1', 'every error is JSON', async (world) => {
    for (const answer of [
      await world.get('/v1/nothing'),
      await world.get('/v1/%zz'),
      await world.api.ask('DELETE', '/v1/vaults', { headers: await world.as('viewer') }),
      await world.api.ask('POST', '/v1/trees', { headers: await world.as('admin'), payload: '{' }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(String(answer.headers['content-type'])).toMatch(/^application\/json/)
    }
  }),
  rule('7.2', '400 invalid_root_hash', async (world) => {
    for (const text of ['x', 'a'.repeat(63), 'a'.repeat(65), `0x${'g'.repeat(64)}`])
      for (const tail of ['', '/pending']) {
        const { status, body } = await world.get(`/v1/trees/${text}${tail}`)
        expect([status, body.error.code]).toEqual([400, 'invalid_root_hash'])
      }
  }),
  rule('7.2', '400 No actions provided', async (world) => {
    const { status, body } = await world.post(builderPath(world, 'execute-multiple', world.main), {
      actions: [],
    })
    expect([status, body]).toEqual([400, { detail: 'No actions provided' }])
  }),
  rule('7.2', '404 vault_not_found', async (world) => {
    const { status, body } = await world.get(`/v1/vaults/local/${unknownVault}/performance`)
    expect([status, body]).toEqual([404, { error: { code: 'vault_not_found', ...empty } }])
  }),
  rule('7.2', '404 tree_not_found', async (world) => {
    const { status, body } = await world.get(`/v1/trees/${'ab'.repeat(32)}/pending`)
    expect([status, body]).toEqual([404, { error: { code: 'tree_not_found', ...empty } }])
  }),
  rule('7.2', '404 (builder) constraints of a route without', async (world) => {
    const path = builderPath(world, 'actions', `${world.main}/constraints/lido/stake`)
    const { status, body } = await world.get(path)
    expect([status, body]).toEqual([404, { detail: expect.any(String) }])
  }),
  rule(
    '7.2',
    '422 validation_failed: from or to malformed, or to not later than from',
    async (world) => {
      for (const query of [
        'from=x',
        'to=2026-02-30',
        'from=2026-02-02&to=2026-02-01',
        'from=2026-02-02&to=2026-02-02',
      ]) {
        const { status, body } = await world.get(dataPath(world, `/dailyData?${query}`))
        expect([query, status, body.error.code]).toEqual([query, 422, 'validation_failed'])
      }
    },
  ),
  rule('7.2', '422 validation array on builder, list and daily-data endpoints', async (world) => {
    for (const path of [
      builderPath(world, 'actions', 'x'),
      '/v1/vaults?page_size=0',
      dataPath(world, '/roots?page_size=0'),
      dataPath(world, '/dailyData?page_size=0'),
      `/v1/vaults/local/0x12/dailyData`,
    ]) {
      const { status, body } = await world.get(path)
      expect([path, status]).toEqual([path, 422])
      expect(body.detail[0]).toMatchObject({ msg: expect.any(String), type: expect.any(String) })
    }
  }),
  rule('7.2', '429 rate_limited with details.retry_after', async (world) => {
    const headers = await limited(world)
    const {
      status,
      body,
      headers: answered,
    } = await world.api.ask('GET', '/v1/vaults', { headers })
    expect([status, body.error]).toEqual([
      429,
      {
        code: 'rate_limited',
        message: expect.any(String),
        details: { retry_after: Number(answered['retry-after']) },
      },
    ])
  }),
  rule('7.2', '500 internal_error, which tells nothing of its cause', async () => {
    const lines: string[] = []
    const api = await openTestApi({ app: { log: { write: (line) => lines.push(line) } } })
    try {
      addMadeUp(api, () => Promise.reject(new Error('a secret of the house')))
      const headers = await api.as('viewer')
      const { status, body, text } = await api.ask('POST', '/v1/made-up', { headers, body: {} })
      expect([status, body.error.code]).toEqual([500, 'internal_error'])
      expect(text).not.toContain('secret')
      expect(lines.join('')).toContain('secret')
    } finally {
      await api.close()
    }
  }),
]
