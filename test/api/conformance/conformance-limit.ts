import { documentOf, documentVersion, readEnv } from '@vaultwright/api'
import { operations } from '@vaultwright/wire'
import { expect } from 'vitest'
import { openTestApi } from '../support/harness.ts'
import { addMadeUp } from '../support/made-up.ts'
import { everyOperation } from '../support/operation-url.ts'
import { type Rule, rule } from './conformance-rule.ts'

const day = 86_400_000
const deprecation = {
  since: '2026-12-01',
  until: '2027-01-15',
  replacement: '/v1/tx-builder/health',
} as const

/** Sections 8 and 9: limits and versions. `page_size` is with the lists, keys are with the states. */
export const limitRules: readonly Rule[] = [
  rule('8', '60 requests a minute for each key, the next is a 429', async () => {
    const { config } = readEnv({ DATABASE_URL: 'sqlite:/nowhere/x.sqlite' })
    expect(config.ratePerMinute).toBe(60)
    const api = await openTestApi({ config: { ratePerMinute: config.ratePerMinute } })
    try {
      const [mine, theirs] = [await api.as('viewer'), await api.as('curator')]
      const statuses: number[] = []
      for (let count = 0; count < 61; count++)
        statuses.push((await api.ask('GET', '/v1/tx-builder/health', { headers: mine })).status)
      expect(statuses).toEqual([...Array(60).fill(200), 429])
      const last = await api.ask('GET', '/v1/nothing', { headers: mine })
      expect(last.status).toBe(429)
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
      expect((await api.ask('GET', '/v1/vaults', { headers: theirs })).status).toBe(200)
    } finally {
      await api.close()
    }
  }),
  rule('8', 'a request has 30 seconds, a build with simulation more', async () => {
    const { config } = readEnv({ DATABASE_URL: 'sqlite:/nowhere/x.sqlite' })
    expect(config.requestTimeoutMs).toBe(30_000)
    expect(config.simulation.timeoutMs).toBeGreaterThan(30_000)
  }),
  rule('8', '10 active keys for each user', async (world) => {
    const { body } = await world.post('/v1/admin/users', { name: 'limit of keys', role: 'viewer' })
    const keyAnswers = await Promise.all(
      Array.from({ length: 12 }, () => world.post('/v1/admin/keys', { user_id: body.data.id })),
    )
    expect(keyAnswers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(200),
      409,
      409,
    ])
  }),
  rule('8', 'a deprecation is announced at least 30 days before', async () => {
    const sudden = everyOperation.filter(([, { deprecation }]) => {
      if (deprecation === undefined) return false
      return Date.parse(deprecation.until) - Date.parse(deprecation.since) < 30 * day
    })
    expect(sudden).toEqual([])
  }),
  rule('9.1', 'every endpoint is under /v1, and the document has the version 1.0.0', async () => {
    for (const [, { path }] of everyOperation) expect(path).toMatch(/^\/v1\//)
    expect(documentVersion).toBe('1.0.0')
    const document = documentOf({ operations, publicUrl: null, version: documentVersion })
    expect((document.info as { version: string }).version).toBe('1.0.0')
    expect(Object.keys(document.paths as object).every((path) => path.startsWith('/v1/'))).toBe(
      true,
    )
  }),
  rule('9.2', 'there is no v2 yet', async (world) => {
    expect((await world.get('/v2/vaults')).status).toBe(404)
  }),
  rule('9.3', 'no operation is deprecated, and no answer says so', async (world) => {
    expect(everyOperation.filter(([, one]) => one.deprecation !== undefined)).toEqual([])
    expect((await world.get('/v1/vaults')).headers).not.toHaveProperty('deprecation')
  }),
  rule(
    '9.3',
    'a deprecated operation succeeds, with a Deprecation header that names the replacement',
    async () => {
      const api = await openTestApi()
      try {
        addMadeUp(api, async () => ({ body: { data: 'done' } }), { deprecation })
        const headers = await api.as('viewer')
        const answer = await api.ask('POST', '/v1/made-up', { headers, body: {} })
        expect([answer.status, answer.body]).toEqual([200, { data: 'done' }])
        expect(answer.headers).toHaveProperty('deprecation')
        expect(answer.headers).toHaveProperty('sunset')
        expect(answer.headers.link).toContain(deprecation.replacement)
        expect(answer.headers.link).toContain('successor-version')
      } finally {
        await api.close()
      }
    },
  ),
  rule('9.3', 'a deprecated operation is marked in the document', async () => {
    const marked = { ...operations, getHealth: { ...operations.getHealth, deprecation } }
    const document = documentOf({ operations: marked, publicUrl: null, version: documentVersion })
    const paths = document.paths as Record<string, { get?: { deprecated?: boolean } }>
    expect(paths['/v1/tx-builder/health']?.get?.deprecated).toBe(true)
    expect(paths['/v1/vaults']?.get?.deprecated).not.toBe(true)
  }),
  rule('9.4', 'unversioned paths are a 404, never a redirect', async (world) => {
    for (const [, { path }] of everyOperation)
      expect((await world.get(path.replace('/v1', ''))).status).toBe(404)
  }),
  rule('9.5', 'the builder keeps detail, vault data has error', async (world) => {
    expect((await world.get('/v1/tx-builder/nothing')).body).toEqual({ detail: 'Not Found' })
    expect((await world.get('/v1/vaults/local')).body.error.code).toBe('not_found')
  }),
]
