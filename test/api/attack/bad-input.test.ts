import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { builderPath, dataPath, pendingRootOf } from '../conformance/conformance-rule.ts'
import { type DemoWorld, openDemoWorld } from '../support/demo-world.ts'
import { hostileTexts } from '../support/hostile-text.ts'
import { everyOperation, urlOf } from '../support/operation-url.ts'

/** The world that every request of this file must leave as it was, unless the test says otherwise. */
let world: DemoWorld
let before: string | null
let mayWrite = false

beforeAll(async () => {
  world = await openDemoWorld()
  for (const role of ['viewer', 'strategist', 'curator', 'admin'] as const) await world.as(role)
})
afterAll(() => world.close())
beforeEach(() => {
  mayWrite = false
  before = world.api.store.revision()
})
afterEach(() => {
  if (!mayWrite) expect(world.api.store.revision(), 'something was stored').toBe(before)
})

const execute = (tail: string, body: unknown = {}) =>
  world.post(builderPath(world, 'execute', tail), body)
const lookalikes = {
  'Cyrillic a': 'а',
  'full width 0x': '０ｘ',
  'zero width space': '\u200b',
  'right to left': '\u202e',
  'Greek omicron': 'ο',
  'mathematical A': '𝐀',
}

test.each([
  ['that is not served', 'base', 404],
  ['that is none', 'atlantis', 404],
  ['in upper case', 'LOCAL', 422],
  ['with a space', 'local%20', 422],
  ['that is a number', '31337', 404],
  ['that is a field of objects', '__proto__', 422],
  ['that is a name of JavaScript', 'constructor', 404],
  ['that is too long', 'l'.repeat(201), 422],
  ['with a NUL', 'local%00', 422],
])('error: a chain %s', async (_, chain, expected) => {
  const { eth, main } = world
  const builder = `/v1/tx-builder/api/actions/${chain}/${eth.vault}/${main}`
  expect((await world.get(builder)).status).toBe(expected)
  for (const tail of ['', '/metrics/snapshot/latest', '/performance'])
    expect((await world.get(`/v1/vaults/${chain}/${eth.vault}${tail}`)).status).toBe(404)
  const daily = await world.get(`/v1/vaults/${chain}/${eth.vault}/dailyData`)
  expect(daily.status).toBe(expected)
})

const wrongAddresses = (): readonly (readonly [string, string])[] => {
  const { vault } = world.eth
  const [first = '', ...furtherLetters] = vault
    .slice(2)
    .replace(/[a-f]/, (one) => one.toUpperCase())
  return [
    ['a wrong checksum', `0x${first}${furtherLetters.join('')}`],
    ['capitals with a small letter', `${vault.slice(0, -1).toUpperCase().replace('X', 'x')}a`],
    ['one digit too few', vault.slice(0, -1)],
    ['one digit too many', `${vault}0`],
    ['no 0x', vault.slice(2)],
    ['0X', `0X${vault.slice(2)}`],
    ['a letter that is not a digit', `0x${'z'.repeat(40)}`],
    ['a space', `${vault}%20`],
    ['a NUL', `${vault}%00`],
    ['a line end', `${vault}%0a`],
    ['an encoded slash', `${vault}%2f`],
    ['an encoded slash inside', `${vault.slice(0, 20)}%2f${vault.slice(20)}`],
    ['a name of JavaScript', '__proto__'],
    ...Object.entries(lookalikes).flatMap(([name, letter]): [string, string][] => [
      [name, encodeURIComponent(vault.replace(/^0x/, `0x${letter}`).slice(0, 42))],
      [`${name} in place of a digit`, encodeURIComponent(`${vault.slice(0, -1)}${letter}`)],
    ]),
  ]
}

test('error: a wrong address is a 422 with its place, or a vault that is not there', async () => {
  for (const [what, address] of wrongAddresses()) {
    const builder = await world.get(`/v1/tx-builder/api/actions/local/${address}/${world.main}`)
    expect([what, builder.status, builder.body.detail?.[0].loc]).toEqual([
      what,
      422,
      ['path', 'vault_address'],
    ])
    const theirs = await world.get(builderPath(world, 'actions', address))
    expect([what, theirs.status]).toEqual([what, 422])
    const daily = await world.get(`/v1/vaults/local/${address}/dailyData`)
    expect([what, daily.status]).toEqual([what, 422])
    for (const tail of ['', '/roots', '/performance', '/metrics/snapshot/latest']) {
      const { status, body } = await world.get(`/v1/vaults/local/${address}${tail}`)
      expect([what, tail, status, body.error.code]).toEqual([what, tail, 404, 'vault_not_found'])
    }
    const place = { chain: 'local', vault_address: decodeURIComponent(address), tree: '{}' }
    const push = { ...place, strategist_address: world.main }
    const pushed = await world.post('/v1/trees', push, 'curator')
    expect([what, pushed.status, pushed.body.detail?.[0].loc]).toEqual([
      what,
      422,
      ['body', 'vault_address'],
    ])
  }
})

test('error: a route that is none, a tail without one, 42 characters that are not an address', async () => {
  const { main } = world
  const countOf = async (tail: string) => {
    const { status, body } = await execute(tail)
    return [tail, status, body.detail.details?.code ?? body.detail[0].loc?.join('.')]
  }
  for (const tail of [`${main}/no/route`, 'no/route', 'noroute', `${main}/aave_v3/supply/x`])
    expect(await countOf(tail)).toEqual([tail, 400, 'unknown_route'])
  for (const tail of [`${main}/__proto__/toString`, `${main}/constructor`])
    expect(await countOf(tail)).toEqual([tail, 400, 'unknown_route'])
  for (const tail of [
    main,
    `${main}/`,
    `0x${'z'.repeat(40)}/aave_v3/supply`,
    `0x${'z'.repeat(40)}`,
  ])
    expect(await countOf(tail)).toEqual([tail, 422, 'path.tail'])
})

const bodies = () => everyOperation.filter(([, { body }]) => body !== null)
const send = async (
  [, operation]: (typeof everyOperation)[number],
  payload: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
) =>
  world.api.ask(operation.method, urlOf(world, operation), {
    headers: { ...(await world.as('admin')), ...headers },
    payload,
  })

test.each([
  ['objects 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'json_too_deep'],
  ['lists 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), 'json_too_deep'],
  ['60 open lists', '['.repeat(60), 'json_invalid'],
  ['10,000 open lists', '['.repeat(10_000), 'json_too_deep'],
  ['a key twice', '{"params":{},"params":{}}', 'json_duplicate_key'],
  ['a key twice, spelled otherwise', '{"params":{},"p\\u0061rams":{}}', 'json_duplicate_key'],
  ['a key twice inside', '{"params":{"amount":"1","amount":"2"}}', 'json_duplicate_key'],
  ['__proto__', '{"__proto__":{"isAdmin":true}}', 'json_forbidden_key'],
  ['__proto__ inside', '{"params":{"__proto__":{"amount":"1"}}}', 'json_forbidden_key'],
  ['constructor.prototype', '{"constructor":{"prototype":{"a":1}}}', 'json_forbidden_key'],
  ['2^53 + 1', '{"params":{"amount":9007199254740993}}', 'json_number_inexact'],
  ['1e400', '{"params":{"amount":1e400}}', 'json_number_inexact'],
  ['40 decimals', `{"params":{"amount":0.${'1'.repeat(40)}}}`, 'json_number_inexact'],
  ['NaN', '{"params":{"amount":NaN}}', 'json_invalid'],
  ['Infinity', '{"params":{"amount":-Infinity}}', 'json_invalid'],
  ['hexadecimal', '{"params":{"amount":0x10}}', 'json_invalid'],
  ['a comma too many', '{"params":{},}', 'json_invalid'],
  ['an end that is missing', '{"params":', 'json_invalid'],
  ['U+0000 in a text', '{"params":{"amount":"1\\u0000"}}', 'null_character'],
  ['U+0000 in a key', '{"\\u0000":1}', 'null_character'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'json_invalid'],
  ['UTF-16', Buffer.from('{}', 'utf16le'), 'json_invalid'],
])('error: a body with %s', async (_, payload, type) => {
  for (const wrongBody of bodies()) {
    const { status, body } = await send(wrongBody, payload)
    expect([wrongBody[0], status, body.detail[0].type]).toEqual([wrongBody[0], 422, type])
    expect(body.detail[0].loc[0]).toBe('body')
  }
  expect({}).not.toHaveProperty('isAdmin')
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'a/b', 'x'])(
  'error: a body that says it is %s',
  async (type) => {
    for (const body of bodies())
      expect((await send(body, '{}', { 'content-type': type })).status).toBe(415)
  },
)

test.each([
  ['negative', '-1'],
  ['negative zero', '-0.0'],
  ['a number with an exponent that is endless', '1e999999999'],
  ['with 40 decimals', `1.${'1'.repeat(40)}`],
  ['beyond 2^256', '9'.repeat(80)],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['empty', ''],
  ['a space', ' '],
  ['with a comma', '1,5'],
  ['with digits of another script', '١'],
  ['hexadecimal', '0x10'],
  ['SQL', "1'; DROP TABLE tenant; --"],
  ['an object', { a: 1 }],
  ['a list', ['1']],
  ['a truth value', true],
  ['null', null],
])('error: an amount that is %s', async (_, amount) => {
  const params = { asset: 'WETH', amount }
  const { status, body } = await execute(`${world.main}/aave_v3/supply`, { params, skip_sim: true })
  // Null is as if it were left out: all of it.
  if (amount === null) return expect([200, 422]).toContain(status)
  expect([status, body.detail?.[0].loc]).toEqual([422, ['body', 'params', 'amount']])
})

test('error: an empty part of a path is a part that is wrong', async () => {
  const { eth, main } = world
  for (const [path, expected] of [
    [`/v1/tx-builder/api/actions/local//${main}`, 422],
    [`/v1/tx-builder/api/actions//${eth.vault}/${main}`, 422],
    ['/v1/vaults//dailyData', 404],
    ['/v1/vaults/local//dailyData', 422],
    ['/v1/vaults/local//roots', 422],
    ['/v1/vaults/local//performance', 404],
    [`/v1/vaults//${eth.vault}`, 404],
    ['/v1/trees//pending', 400],
    ['/v1/trees/', 400],
  ] as const)
    expect([path, (await world.get(path)).status]).toEqual([path, expected])
})

test('error: a page_size that is none', async () => {
  for (const path of [
    '/v1/vaults',
    dataPath(world, '/roots'),
    dataPath(world, '/dailyData'),
    '/v1/admin/audit',
  ])
    for (const size of [
      '0',
      '101',
      '"abc"',
      'abc',
      '-1',
      '1.0',
      '1e1',
      '',
      '%00',
      '1&page_size=2',
    ]) {
      const { status, body } = await world.get(`${path}?page_size=${size}`, 'admin')
      expect([path, size, status, body.detail[0].loc]).toEqual([
        path,
        size,
        422,
        ['query', 'page_size'],
      ])
    }
})

const injections = [
  "' OR '1'='1",
  "'; DROP TABLE tenant; --",
  '" OR ""="',
  '1); DELETE FROM api_key; --',
  "' UNION SELECT text FROM api_key --",
  '%',
  '_',
  "\\' OR 1=1 --",
  "x' AND sleep(10) --",
]

/** True if a query names a text that is taken as it is. */
const isText = (url: string) =>
  /\?(actor|act|subject|(sell|buy)_token|chain|vault_address)=/.test(url)

const withTexts = everyOperation.filter(
  ([, { path, query }]) =>
    path.includes('{') || (query !== null && Object.keys(query.properties).length > 0),
)

test.each(withTexts)(
  'error: SQL and worse in every text of the path and the query of %s',
  async (_, operation) => {
    const { path, query, method, body } = operation
    const headers = await world.as(method === 'GET' ? operation.role : 'admin')
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const fields = query === null ? [] : Object.keys(query.properties)
    const texts = [...injections, ...hostileTexts.filter((text) => !/^\.{0,2}$/.test(text))]
    for (const text of texts) {
      const encoded = encodeURIComponent(text)
      const urls = [
        ...names.map((name) => {
          const replaced = path.replace(`{${name}}`, encoded)
          return urlOf(world, { path: replaced })
        }),
        ...fields.map((name) => `${urlOf(world, operation)}?${name}=${encoded}`),
      ]
      for (const url of urls) {
        const answered = await world.api.ask(method, url, {
          headers,
          ...(body === null ? {} : { body: {} }),
        })
        expect([url, answered.status]).toEqual([url, expect.toSatisfy((one) => one < 500)])
        if (!url.includes('?')) continue
        // A filter is compared as the text that it is, and no entry of the log, nor a pair, has such a one.
        if (text.includes('\0') && isText(url)) {
          expect([url, answered.body.detail[0].type]).toEqual([url, 'null_character'])
        }
        const isFilter = answered.status === 200 && isText(url)
        // An address is a filter, of a list that this world does not have.
        const isAccount = /\?(asset|user)=0x[0-9a-fA-F]{40}$/.test(url)
        if (isAccount) expect([url, answered.status]).toEqual([url, 404])
        else if (isFilter) expect([url, answered.body.data]).toEqual([url, []])
        else expect([url, answered.status]).toEqual([url, 422])
      }
    }
  },
)

test('behavior: SQL and worse in every text of every body is refused, or kept as the text that it is', async () => {
  mayWrite = true
  const { main, eth } = world
  const place = { chain: 'local', vault_address: eth.vault, strategist_address: main, tree: '{}' }
  const user = await world.post('/v1/admin/users', { name: 'of the injections', role: 'viewer' })
  const user_id: string = user.body.data.id
  for (const text of new Set([...injections, ...hostileTexts])) {
    const refused = [
      await execute(`${main}/aave_v3/supply`, { params: { asset: text, amount: text } }),
      await execute(`${main}/aave_v3/supply`, { params: { [`${text}?`]: text } }),
      await world.post(builderPath(world, 'execute-multiple', main), {
        actions: [{ route: text }],
      }),
      ...(await Promise.all(
        Object.keys(place).map((field) => world.post('/v1/trees', { ...place, [field]: text })),
      )),
      await world.post('/v1/admin/users', { name: 'x', role: text }),
      await world.post('/v1/admin/keys', { user_id: text }),
      await world.api.ask('PUT', '/v1/admin/vaults', {
        headers: await world.as('admin'),
        body: { definition: text, lock: text },
      }),
    ]
    for (const { status } of refused)
      expect([text, status]).toEqual([text, expect.toSatisfy((one) => one >= 400 && one < 500)])
    const named = await world.post('/v1/admin/users', { name: text, role: 'viewer' })
    if (named.status === 200) expect(named.body.data.name).toBe(text)
    else expect(named.status).toBe(422)
    const key = await world.post('/v1/admin/keys', { user_id, description: text })
    if (key.status !== 200) {
      expect([409, 422]).toContain(key.status)
      continue
    }
    expect(key.body.data.description).toBe(text)
    await world.post(`/v1/admin/keys/${key.body.data.id}/revoke`, undefined)
  }
  expect((await world.get('/v1/vaults')).body.data).toHaveLength(2)
  expect((await world.get(`/v1/trees/${await pendingRootOf(world)}/pending`)).status).toBe(200)
})

test('error: a key with one letter changed, cut or longer is not a key', async () => {
  const key = (await world.as('admin')).authorization!.slice('Bearer '.length)
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const changed = [...key].map((letter, at) => {
    const swapped = alphabet[(alphabet.indexOf(letter) + 1) % alphabet.length]
    return key.slice(0, at) + swapped + key.slice(at + 1)
  })
  const wrongKeys = [key.slice(0, -1), `${key}1`, key.toLowerCase(), key.slice(8), `${key}.`]
  for (const text of [...changed, ...wrongKeys]) {
    const headers = { authorization: `Bearer ${text}` }
    const { status, body } = await world.api.ask('GET', '/v1/vaults', { headers })
    expect([text, status, body]).toEqual([text, 403, { message: 'Forbidden' }])
  }
})
