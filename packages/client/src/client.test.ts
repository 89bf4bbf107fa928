import { type OperationName, operations, type ReceiptData } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { arbitraryOf } from '../../../test/support/schema-arbitrary.ts'
import type { CallFieldError } from './call.ts'
import { type Client, type ClientOptions, createClient, lists } from './client.ts'
import type { Paged } from './paging.ts'
import type { FetchFunction } from './platform.ts'

const numRuns = runsOf(0.2)
const names = Object.keys(operations) as OperationName[]
const apiKey = 'vw_live_0123456789abcdef'
const vault = '0x1eE8DC89C0Ee0C80Cb42b10E1dD3a7Fe5B0b04F8'

type Sent = { readonly url: string; readonly init: RequestInit }
type Reply = { readonly status?: number; readonly body: unknown; readonly headers?: HeadersInit }
type Ask = (fields?: object, options?: object) => Promise<unknown>

/** A server in memory: it answers in turn, the last answer for ever, and keeps what was asked. */
function serve(
  replies: readonly (Reply | Error)[],
  options: Partial<Omit<ClientOptions, 'apiKey' | 'session'>> = {},
) {
  const sent: Sent[] = []
  const waits: number[] = []
  const ask: FetchFunction = async (url, init) => {
    sent.push({ url, init })
    const reply = replies[Math.min(sent.length, replies.length) - 1]!
    if (reply instanceof Error) throw reply
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    return new Response(text, { status: reply.status ?? 200, headers: reply.headers ?? {} })
  }
  const client = createClient({
    baseUrl: 'https://api.example',
    apiKey,
    fetch: ask,
    // A bound of an attempt never ends here, a wait between attempts at once.
    sleep: async (ms, signal) => {
      if (ms === 30_000 || ms === 150_000) return new Promise(() => {})
      waits.push(ms)
      signal.throwIfAborted()
    },
    now: () => Date.UTC(2026, 10, 21, 12, 0, 0),
    random: () => 1,
    ...options,
  })
  return { client, sent, waits, ask: (name: OperationName) => client[name] as Ask }
}

const jsonOf = (fields: object) => JSON.parse(JSON.stringify(fields))
const inPath = /^[A-Za-z0-9:@ é-]+(\/[A-Za-z0-9]+)?$/

test.each(names)(
  'default: %s is sent as its schemas say, and its answer comes back',
  async (name) => {
    const { params, query, body, response, path, method } = operations[name]
    const part = (schema: object | null) =>
      schema === null ? fc.constant({}) : (arbitraryOf(schema) as fc.Arbitrary<object>)
    const pathFields = fc.record(
      Object.fromEntries(
        Object.keys(params.properties).map((key) => [
          key,
          fc.stringMatching(inPath).map((text) => (/tail|route/.test(key) ? text : `${text}x`)),
        ]),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        pathFields,
        part(query),
        part(body),
        arbitraryOf(response),
        async (inPath, inQuery, inBody, answer) => {
          const { ask, sent } = serve([{ body: answer }])
          expect(await ask(name)({ ...inPath, ...inQuery, ...inBody })).toEqual(answer)
          const { url, init } = sent[0]!
          const { pathname, searchParams, origin } = new URL(url)
          expect(origin).toBe('https://api.example')
          expect(init.method).toBe(method)
          expect(fieldsIn(pathname, path)).toEqual(inPath)
          expect(Object.fromEntries(searchParams)).toEqual(
            Object.fromEntries(Object.entries(inQuery).map(([key, value]) => [key, `${value}`])),
          )
          expect(init.body === null ? null : JSON.parse(init.body as string)).toEqual(
            body === null ? null : jsonOf(inBody),
          )
        },
      ),
      { numRuns },
    )
  },
)

/** The fields of a path, read as a server with this template reads them. */
function fieldsIn(pathname: string, template: string): object {
  const keys = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const parts = keys.map((key) => (/tail|route/.test(key) ? '(.+)' : '([^/]+)'))
  const pattern = keys.reduce((text, key, at) => text.replace(`{${key}}`, parts[at]!), template)
  const groups = new RegExp(`^${pattern}$`).exec(pathname) ?? []
  return Object.fromEntries(keys.map((key, at) => [key, decodeURIComponent(groups[at + 1]!)]))
}

test('behavior: no operation has one name in two places, and every list can be walked', () => {
  for (const name of names) {
    const { params, query, body } = operations[name]
    const keys = [params, query, body].flatMap((schema) =>
      schema !== null && 'properties' in schema ? Object.keys(schema.properties) : [],
    )
    expect(new Set(keys).size, name).toBe(keys.length)
  }
  const paged = names.filter((name) => 'cursor' in (operations[name].query?.properties ?? {}))
  expect(Object.values(lists).toSorted()).toEqual(paged.toSorted())
})

test('default: request lines, as they are written down in the interface', async () => {
  const built = { encoded_tx_data: '0x', target: vault, description: '', action_api_response: null }
  const { client, sent } = serve([{ body: built }], {
    baseUrl: 'https://host.example:8443/vaults/',
    userAgent: 'bot/1',
  })
  await client.execute({
    chain: 'mainnet',
    vault_address: vault,
    tail: `${vault}/aave_v3/supply`,
    params: { amount: '1.5', asset: 'USDC' },
    skip_sim: true,
  })
  expect(sent[0]!.url).toBe(
    `https://host.example:8443/vaults/v1/tx-builder/api/execute/mainnet/${vault}/${vault}/aave_v3/supply`,
  )
  expect(sent[0]!.init).toMatchObject({
    method: 'POST',
    body: '{"params":{"amount":"1.5","asset":"USDC"},"skip_sim":true}',
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'user-agent': 'bot/1',
    },
  })
  const days = serve([{ body: {} }])
  const request = { chain: 'a/b', vault_address: 'ü?#', from: '2026-11-01', cursor: 'a+b=&' }
  await days.client.listDailyData(request).catch(() => null)
  expect(days.sent[0]!.url).toBe(
    'https://api.example/v1/vaults/a%2Fb/%C3%BC%3F%23/dailyData?from=2026-11-01&cursor=a%2Bb%3D%26',
  )
})

test('behavior: fields that the schema does not know yet stay, wrong ones are refused without values', async () => {
  const { client } = serve([
    { body: { status: 'healthy', since: 1 } },
    { body: { status: 'secret' } },
  ])
  expect(await client.getHealth()).toEqual({ status: 'healthy', since: 1 })
  const error = await client.getHealth().catch((thrown) => thrown)
  expect(error).toMatchObject({ code: 'client_malformed_response', facts: { status: 200 } })
  expect(JSON.stringify([error, error.message])).not.toContain('secret')
})

test.each([
  ['no JSON', { body: '<html>' }],
  ['not a 200', { status: 202, body: { status: 'healthy' } }],
])('error: MalformedResponseError for %s', async (_, reply) => {
  const { client, sent } = serve([reply])
  await expect(client.getHealth()).rejects.toMatchObject({ code: 'client_malformed_response' })
  expect(sent).toHaveLength(1)
})

const data = (code: string, details = {}) => ({ error: { code, message: `said ${code}`, details } })
const entry = { loc: ['body', 'actions', 0], msg: 'Field required', type: 'missing' }

test.each([
  [401, { message: 'Unauthorized' }, 'client_unauthenticated', {}],
  [403, { message: 'Forbidden' }, 'client_forbidden', {}],
  [404, data('vault_not_found'), 'client_not_found', { reason: 'vault_not_found' }],
  [404, { detail: 'Not Found' }, 'client_not_found', { reason: null }],
  [
    400,
    { detail: { error: 'No', details: 'Why' } },
    'client_bad_request',
    { facts: { details: 'Why' }, reason: null },
  ],
  [
    400,
    { detail: { error: 'No', details: { code: 'route_strategist' } } },
    'client_bad_request',
    { reason: 'route_strategist' },
  ],
  [413, '<html>', 'client_bad_request', { status: 413, facts: { message: null } }],
  [409, data('user_exists'), 'client_conflict', { reason: 'user_exists' }],
  [422, { detail: [entry] }, 'client_invalid_request', { entries: [entry] }],
  [422, data('validation_failed'), 'client_invalid_request', { reason: 'validation_failed' }],
  [429, { message: 'Slow', retry_after: 7 }, 'client_rate_limited', { retryAfterSeconds: 7 }],
  [429, data('rate_limited', { retry_after: 9 }), 'client_rate_limited', { retryAfterSeconds: 9 }],
  [500, data('internal_error'), 'client_server', { reason: 'internal_error' }],
  [502, '<html>', 'client_server', { status: 502 }],
])('error: ResponseError for %i %j', async (status, body, code, parts) => {
  const { client } = serve([{ status, body }], { maxRetries: 0 })
  const error = await client.listVaults().catch((thrown) => thrown)
  expect(error).toMatchObject({ code, status, ...parts })
})

test('error: RedirectError, and the key is not sent on', async () => {
  const headers = { location: 'https://evil.example/' }
  const { client, sent } = serve([{ status: 307, body: '', headers }])
  await expect(client.getHealth()).rejects.toMatchObject({ code: 'client_redirect' })
  expect(sent.map(({ url }) => new URL(url).origin)).toEqual(['https://api.example'])
})

test('behavior: no error holds the key, whatever the server or the network says', async () => {
  const echoed = [apiKey, { [apiKey]: apiKey }, [apiKey]]
  const failure = new TypeError(`fetch failed ${apiKey}`, {
    cause: Object.assign(new Error(apiKey), { code: apiKey, headers: { authorization: apiKey } }),
  })
  const replies: (Reply | Error)[] = [400, 401, 403, 404, 409, 422, 429, 500].map((status) => ({
    status,
    body: { error: { code: apiKey, message: apiKey, details: { echoed } } },
  }))
  for (const reply of [...replies, failure, { body: { status: apiKey } }]) {
    const { client } = serve([reply], { maxRetries: 0 })
    const error = await client.getHealth().catch((thrown) => thrown)
    const shown = [error.stack, error.message, error.cause, JSON.stringify(error), { ...error }]
    expect(JSON.stringify(shown)).not.toContain(apiKey)
  }
  for (const bad of [`${apiKey}\n`, `${apiKey} `, `"${apiKey}"`, '']) {
    const makeClient = () => createClient({ baseUrl: 'https://api.example', apiKey: bad })
    expect(makeClient).toThrow(expect.objectContaining({ code: 'client_api_key' }))
    expect(makeClient).not.toThrow(apiKey)
  }
})

test.each(['', 'api.example', 'ftp://a', 'https://u:pw@a', 'https://a?x=1', 'https://a/#x'])(
  'error: BaseUrlError for %j',
  (baseUrl) => {
    expect(() => createClient({ baseUrl, apiKey })).toThrow(
      expect.objectContaining({ code: 'client_base_url' }),
    )
  },
)

test.each([
  [{ chain: 'mainnet' }, 'vault_address', 'is missing'],
  [{ chain: '..', vault_address: vault }, 'chain', 'cannot stand in a path'],
  [{ chain: '', vault_address: vault }, 'chain', 'cannot stand in a path'],
  [{ chain: '\ud800', vault_address: vault }, 'chain', 'cannot stand in a path'],
  [{ chan: 'a', vault_address: vault }, 'chan', 'is chain meant?'],
])('error: CallFieldError for %j', async (fields, field, problem) => {
  const { ask, sent } = serve([{ body: {} }])
  const error: CallFieldError = await ask('getVault')(fields).then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toMatchObject({ code: 'client_call_field', facts: { field } })
  expect(error.facts.problem).toContain(problem)
  expect(sent).toEqual([])
})

test('error: CallFieldError for a tail that leads to another endpoint', async () => {
  const { client, sent } = serve([{ body: {} }])
  const call = { chain: 'a', vault_address: vault, tail: 'a/../../../../admin' }
  await expect(client.execute(call)).rejects.toMatchObject({ code: 'client_call_field' })
  expect(sent).toEqual([])
})

const days = (at: string) => ({ status: 429, body: '', headers: { 'retry-after': at } })
const refused = new TypeError('fetch failed', {
  cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
})
const broken = new TypeError('fetch failed')
const ill: Reply = { status: 503, body: '' }
const once = [
  'createUser',
  'createKey',
  'buildLimitOrder',
  'confirmSafeTransaction',
  'removeAccountName',
] as const

test.each(names)('behavior: how often %s is asked again', async (name) => {
  const isOnce = (once as readonly string[]).includes(name)
  const counted = async (reply: Reply | Error) => {
    const { ask, sent } = serve([reply])
    const fields = Object.fromEntries(
      Object.keys(operations[name].params.properties).map((key) => [key, 'a']),
    )
    await ask(name)(fields).catch(() => null)
    return sent.length
  }
  expect(await counted(days('1'))).toBe(4)
  expect(await counted(refused)).toBe(4)
  expect(await counted(broken)).toBe(isOnce ? 1 : 4)
  expect(await counted(ill)).toBe(isOnce ? 1 : 4)
  expect(await counted({ status: 400, body: '' })).toBe(1)
})

const healthy: Reply = { body: { status: 'healthy' } }

test('default: waits double up to a cap, and success ends them', async () => {
  const { client, waits } = serve([...Array(8).fill(ill), healthy], { maxRetries: 8 })
  expect(await client.getHealth()).toEqual(healthy.body)
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
  const jittered = serve([ill, ill, healthy], { random: () => 0.5 })
  await jittered.client.getHealth()
  expect(jittered.waits).toEqual([125, 250])
})

test('behavior: Retry-After is kept to, as seconds, as a date and in the body', async () => {
  const body = { message: 'Slow', retry_after: 5 }
  const { client, waits } = serve([
    days('3'),
    days('Sat, 21 Nov 2026 12:00:40 GMT'),
    { status: 429, body },
    healthy,
  ])
  await client.getHealth()
  expect(waits).toEqual([3000, 40_000, 5000])
})

test('behavior: a wait that is longer than the patience left is not begun', async () => {
  const { client, sent, waits } = serve([days('60')])
  const error = await client.getHealth(undefined, { maxWaitMs: 119_000 }).catch((thrown) => thrown)
  expect(error).toMatchObject({ code: 'client_rate_limited', retryAfterSeconds: 60 })
  expect([sent.length, waits]).toEqual([2, [60_000]])
})

test('behavior: an abort before, during and between attempts ends the call at once', async () => {
  const reason = new Error('enough')
  const before = serve([healthy])
  const signal = AbortSignal.abort(reason)
  await expect(before.client.getHealth({}, { signal })).rejects.toBe(reason)
  expect(before.sent).toEqual([])

  const during = new AbortController()
  const never = () => new Promise<never>(() => {})
  const deaf = createClient({ baseUrl: 'https://a', apiKey, fetch: never, sleep: never })
  const pending = deaf.getHealth({}, { signal: during.signal })
  during.abort(reason)
  await expect(pending).rejects.toBe(reason)

  const between = new AbortController()
  const busy = serve([days('90')], { sleep: createWait(() => between.abort(reason)) })
  await expect(busy.client.getHealth({}, { signal: between.signal })).rejects.toBe(reason)
  expect(busy.sent).toHaveLength(1)
})

/** Waits for ever, or until the signal, and tells when a wait between attempts begins. */
function createWait(begun: () => void): NonNullable<ClientOptions['sleep']> {
  return (ms, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      if (ms === 90_000) begun()
    })
}

test('error: RequestTimeoutError, with the signal of the request aborted', async () => {
  const signals: AbortSignal[] = []
  const client = createClient({
    baseUrl: 'https://a',
    apiKey,
    maxRetries: 2,
    timeoutMs: 5,
    fetch: (_, { signal }) => {
      signals.push(signal!)
      return new Promise(() => {})
    },
    sleep: async () => {},
  })
  await expect(client.getHealth()).rejects.toMatchObject({ code: 'client_timeout' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
})

const user = {
  id: 'u',
  at: '2026-11-20T23:59:59Z',
  actor: 'a',
  act: 'b',
  subject: 's',
  details: {},
}
const page = (ids: readonly string[], next: string | null): Reply => ({
  body: {
    data: ids.map((id) => ({ ...user, id })),
    page: { next_cursor: next, page_size: 2, has_more: next !== null },
  },
})

test('default: a list is walked page by page, with the same query', async () => {
  const replies = [page(['1', '2'], 'A'), page([], 'B'), page(['3'], null)]
  const { client, sent } = serve(replies)
  const ids: string[] = []
  for await (const { id } of client.audit({ page_size: 2 })) ids.push(id)
  expect(ids).toEqual(['1', '2', '3'])
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?page_size=2',
    '?page_size=2&cursor=A',
    '?page_size=2&cursor=B',
  ])
})

test('behavior: nothing is asked before a walk and after it is left; pages come whole', async () => {
  const { client, sent } = serve([page(['1', '2'], 'A')])
  const list = client.audit()
  expect(sent).toHaveLength(0)
  for await (const { page } of list.pages()) {
    expect(page.next_cursor).toBe('A')
    break
  }
  expect(sent).toHaveLength(1)
})

test('behavior: with explain every page is asked for receipts, and they arrive as they are', async () => {
  const place = { vault_address: vault, chain: 'mainnet', block_number: 1 }
  const none = { daily_apy: null, price_usd: null, tvl_usd: null }
  const day = {
    ...place,
    ...none,
    as_of: '2026-01-01T23:59:59Z',
    share_price: 1,
    total_assets: '1',
  }
  const receipt = { formula: 'daily@1', inputs: { before: null }, result: { flags: [{}] } }
  const pageOf = (next: string | null, entry: object) => ({
    data: [entry],
    meta: { from: null, to: null },
    page: { next_cursor: next, page_size: 1, has_more: next !== null },
  })
  const explained = [
    { ...day, receipt },
    { ...day, receipt: null },
  ]
  const { client, sent } = serve([
    { body: pageOf('A', explained[0]!) },
    { body: pageOf(null, explained[1]!) },
  ])
  const entries: unknown[] = []
  const request = { chain: 'mainnet', vault_address: vault, page_size: 1, explain: true }
  for await (const entry of client.dailyData(request)) entries.push(entry)
  expect(entries).toEqual(explained)
  expect(sent.map(({ url }) => new URL(url).searchParams.get('explain'))).toEqual(['true', 'true'])
})

test('error: MalformedResponseError when a receipt is none', async () => {
  const performance = {
    vault_address: vault,
    chain: 'mainnet',
    as_of: '2026-01-01T00:00:00Z',
    window_days: 7,
    apy: null,
    fees: null,
    performance_fees: null,
    global_apy_breakdown: { real_apy: null, maturity_apy: null, fee: null },
    maturity_apy_breakdown: [],
    real_apy_breakdown: [],
  }
  const place = { chain: 'mainnet', vault_address: vault, explain: true }
  for (const receipt of ['', {}, { formula: 'performance@1', inputs: null, result: {} }]) {
    const { client } = serve([{ body: { data: { ...performance, receipt } } }])
    await expect(client.getPerformance(place)).rejects.toMatchObject({
      code: 'client_malformed_response',
    })
  }
})

test('error: MalformedResponseError when a cursor leads back', async () => {
  const { client, sent } = serve([page(['1'], 'A'), page(['2'], 'B'), page(['3'], 'A')])
  const walk = async () => {
    for await (const _ of client.audit());
  }
  await expect(walk()).rejects.toMatchObject({ code: 'client_malformed_response' })
  expect(sent).toHaveLength(3)
})

test('behavior: types are those of the schemas', () => {
  expectTypeOf<Parameters<Client['listVaults']>[0]>().toEqualTypeOf<
    { readonly cursor?: string; readonly page_size?: number } | undefined
  >()
  expectTypeOf<keyof NonNullable<Parameters<Client['execute']>[0]>>().toEqualTypeOf<
    | 'chain'
    | 'vault_address'
    | 'tail'
    | 'params'
    | 'verbose'
    | 'skip_sim'
    | 'simulate_transaction'
    | 'options'
  >()
  expectTypeOf<keyof Parameters<Client['dailyData']>[0]>().toEqualTypeOf<
    'chain' | 'vault_address' | 'from' | 'to' | 'page_size' | 'explain'
  >()
  expectTypeOf<Parameters<Client['getPerformance']>[0]['explain']>().toEqualTypeOf<
    boolean | undefined
  >()
  type Explained = Awaited<ReturnType<Client['getPerformance']>>['data']['receipt']
  expectTypeOf<Explained>().toEqualTypeOf<ReceiptData | null | undefined>()
  expectTypeOf<Awaited<ReturnType<Client['getTree']>>['data']['format']>().toEqualTypeOf<
    'solidity' | 'rust'
  >()
  expectTypeOf<Parameters<Client['createUser']>[0]['role']>().toEqualTypeOf<
    'viewer' | 'strategist' | 'curator' | 'admin'
  >()
  type Vault = ReturnType<Client['vaults']> extends Paged<infer Page> ? Page['data'][number] : never
  expectTypeOf<Vault['chains']>().toEqualTypeOf<string[]>()
  const typed = (client: Client) => {
    // @ts-expect-error a path without its fields
    void client.getVault({ chain: 'mainnet' })
    // @ts-expect-error a field that the operation does not have
    void client.listVaults({ pagesize: 3 })
    void client.executeMultiple({
      chain: 'mainnet',
      vault_address: vault,
      strategist_address: vault,
      actions: [{ route: 'aave_v3/supply', params: { asset: 'USDC' } }] as const,
    })
  }
  expect(typed).toBeTypeOf('function')
})
