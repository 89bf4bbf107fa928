import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoWorld, openDemoWorld } from '../support/demo-world.ts'
import { answeredOf, exchange } from '../support/exchange.ts'
import { openTestApi } from '../support/harness.ts'
import { everyOperation, urlOf } from '../support/operation-url.ts'
import { headOf, listen, openRawConnection } from '../support/talk.ts'

let world: DemoWorld
let port: number
let admin: string
const json = 'content-type: application/json'

beforeAll(async () => {
  world = await openDemoWorld()
  port = (await listen(world.api)).port
  admin = `authorization: ${(await world.as('admin')).authorization}`
})
afterAll(() => world.close())

/** Other spellings of a path: each leads to the same place, or nowhere. */
function spellingsOf(path: string): readonly string[] {
  const encoded = (text: string) =>
    [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
  const [, version, ...segments] = path.split('/')
  const end = segments.join('/')
  return [
    `/%76${version!.slice(1)}/${end}`,
    `/v%31/${end}`,
    `/${encoded('v1')}/${end}`,
    `/${encoded('v1').toUpperCase()}/${segments.map((one) => encoded(one)).join('/')}`,
    `/%2576${version!.slice(1)}/${end}`,
    `/v1%2f${end}`,
    `/v1/%2e%2e/v1/${end}`,
    `/v1/../v1/${end}`,
    `/x/../v1/${end}`,
    `/x/%2e%2e/v1/${end}`,
    `/./v1/${end}`,
    `//v1/${end}`,
    `/v1//${end}`,
    `/V1/${end}`,
    `/v1/${end}/`,
    `/v1/${end};a=b`,
    `/v1;a=b/${end}`,
    `/v1/${end}%3fa=b`,
    `/v1/${end}%23`,
    `/v1/${end}#a`,
    `/v1/${end}%00`,
    `/v1%00/${end}`,
    `/v1/${end}%0d%0aset-cookie:%20a=b`,
    `/docs/../v1/${end}`,
    `/healthz/../v1/${end}`,
    `/simulations/..%2f..%2fv1/${end}`,
    `http://test/v1/${end}`,
    `HTTP://TEST/%76%31/${end}`,
    `https://user:pass@test:1/v1/${end}`,
    `http://test//v1/${end}`,
    `*v1/${end}`,
    `/v1/${end}?%61=b`,
    `\\v1\\${end.replaceAll('/', '\\')}`,
    `/\\v1/${end}`,
    `/v1\\${end}`,
    `/ｖ1/${end}`,
    `/v1/%zz/${end}`,
    `/%761/%zz/${end}`,
    `/v1/${end}/%c0%ae%c0%ae/`,
  ]
}

test.each(everyOperation)(
  'error: %s is not reached without a key, however its path is spelled',
  async (_, operation) => {
    const { method } = operation
    const before = world.api.store.revision()
    const body = operation.body === null ? '' : '{}'
    const head = body === '' ? [] : [json, `content-length: ${body.length}`]
    for (const target of spellingsOf(urlOf(world, operation))) {
      for (const more of [
        [],
        ['authorization: Bearer x'],
        ['x-original-url: /healthz', 'x-rewrite-url: /healthz'],
      ]) {
        const answered = await exchange(port, { method, target, head: [...head, ...more], body })
        expect([target, answered.status]).toEqual([
          target,
          expect.toSatisfy((one) => [400, 401, 403, 404].includes(one)),
        ])
        expect(answered.text.length).toBeLessThan(400)
      }
    }
    expect(world.api.store.revision()).toBe(before)
  },
)

test('behavior: with a key, a spelling leads to the same answer or to a documented refusal', async () => {
  const plain = await exchange(port, { target: '/v1/vaults', head: [admin] })
  let same = 0
  for (const target of spellingsOf('/v1/vaults')) {
    const answered = await exchange(port, { target, head: [admin] })
    if (answered.status === 200) {
      expect(answered.text).toBe(plain.text)
      same++
    } else
      expect([target, answered.status]).toEqual([
        target,
        expect.toSatisfy((one) => [400, 404, 422].includes(one)),
      ])
  }
  expect(same).toBeGreaterThan(3)
})

test('behavior: other methods need a key too, and store nothing', async () => {
  const before = world.api.store.revision()
  for (const [, operation] of everyOperation)
    for (const method of [
      'HEAD',
      'OPTIONS',
      'PUT',
      'PATCH',
      'DELETE',
      'POST',
      'GET',
      'TRACE',
      'QUERY',
      'PROPFIND',
    ]) {
      const { status } = await exchange(port, { method, target: urlOf(world, operation) })
      expect([method, status]).toEqual([
        method,
        expect.toSatisfy((one) => [400, 401, 404, 405].includes(one)),
      ])
    }
  expect(world.api.store.revision()).toBe(before)
})

test('error: headers that try to add a header, or to be two requests', async () => {
  const before = world.api.store.revision()
  const tries: readonly (readonly string[])[] = [
    ['x-request-id: a\rset-cookie: a=b'],
    ['x-request-id: a\nset-cookie: a=b'],
    ['x-request-id: a\0b'],
    ['x-request-id: %0d%0aset-cookie: a=b'],
    ['x-request-id: a', 'x-request-id: b'],
    ['x y: z'],
    [': z'],
    [' folded: z'],
    ['content-length: 5', 'transfer-encoding: chunked'],
    ['content-length: 5', 'content-length: 6'],
    ['content-length: -1'],
    ['content-length: 1e3'],
    ['content-length: 99999999999999999999'],
    ['transfer-encoding: chunked, identity'],
    ['transfer-encoding: xchunked'],
    ['expect: 200-ok'],
    ['if-none-match: "a\r\n'],
    ['authorization: Bearer a\r\nb'],
    ['origin: https://evil.test', 'access-control-request-method: PUT'],
    ['host: other'],
    [`x-long: ${'a'.repeat(15_000)}`],
    Array.from({ length: 2_000 }, (_, at) => `x-${at}: a`),
  ]
  for (const head of tries) {
    const answered = await exchange(port, {
      method: 'POST',
      target: '/v1/admin/users',
      head: [admin, json, ...head],
    })
    expect([head[0]!.slice(0, 40), answered.status]).toEqual([
      head[0]!.slice(0, 40),
      expect.toSatisfy((one) => [0, 400, 401, 413, 422, 431].includes(one)),
    ])
    expect(answered.headers).not.toHaveProperty('set-cookie')
    expect(answered.headers).not.toHaveProperty('access-control-allow-origin')
  }
  expect(world.api.store.revision()).toBe(before)
})

test('error: what stands in a path or a query cannot add a header to the answer', async () => {
  const line = '%0d%0aset-cookie:%20a=b%0d%0a'
  for (const target of [
    `/v1/vaults?cursor=${line}`,
    `/v1/vaults?${line}=1`,
    `/v1/trees/${line}`,
    `/v1/vaults/local/${line}`,
    `/v1/${line}`,
    `/simulations/${line}`,
    `/docs/${line}`,
  ]) {
    const answered = await exchange(port, { target, head: [admin] })
    expect([target, answered.status]).toEqual([
      target,
      expect.toSatisfy((one) => one >= 400 && one < 500),
    ])
    expect(answered.headers).not.toHaveProperty('set-cookie')
  }
})

const withBody = everyOperation.filter(([, { body }]) => body !== null)

test.each(withBody)(
  'error: 50 MB for %s are refused, announced or in pieces',
  async (_, operation) => {
    const before = world.api.store.revision()
    const { method } = operation
    const target = urlOf(world, operation)
    const announced = await exchange(port, {
      method,
      target,
      head: [admin, json, 'content-length: 50000000'],
    })
    expect(announced.status).toBe(413)
    expect(announced.text).toContain('Send a smaller one')
    const talk = await openRawConnection(port)
    const [, authorization] = admin.split(': ') as [string, string]
    talk.say(
      headOf(`${method} ${target}`, {
        authorization,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      }),
    )
    const piece = Buffer.from(`${(262_144).toString(16)}\r\n${' '.repeat(262_144)}\r\n`)
    let sent = 0
    while (sent < 50_000_000 && talk.socket.writable) {
      if (!talk.socket.write(piece))
        await Promise.race([once(talk.socket, 'drain'), once(talk.socket, 'close')])
      sent += 262_144
    }
    const answered = answeredOf(await talk.end())
    expect(answered.status).toBe(413)
    expect(sent).toBeLessThan(50_000_000)
    expect(world.api.store.revision()).toBe(before)
  },
)

test('error: a client that sends its body a byte at a time is let go, and nothing is stored', async () => {
  const ownApi = await openTestApi({ config: { requestTimeoutMs: 400 } })
  try {
    const headers = { ...(await ownApi.as('admin')), 'content-type': 'application/json' }
    const before = ownApi.store.revision()
    const talk = await openRawConnection((await listen(ownApi)).port)
    const body = JSON.stringify({ name: 'slow', role: 'viewer' })
    talk.say(headOf('POST /v1/admin/users', { ...headers, 'content-length': String(body.length) }))
    const drip = setInterval(() => talk.say(body[0]!), 200)
    const { status } = answeredOf(await talk.end())
    clearInterval(drip)
    expect([408, 503]).toContain(status)
    expect(ownApi.store.revision()).toBe(before)
  } finally {
    await ownApi.close()
  }
})

test('behavior: requests that are aborted in their middle store nothing and harm no other client', async () => {
  const before = world.api.store.revision()
  const body = JSON.stringify({ name: 'never there', role: 'viewer' })
  const head = headOf('POST /v1/admin/users', {
    authorization: admin.slice(15),
    'content-type': 'application/json',
    'content-length': String(body.length),
  })
  const whole = head + body
  for (let index = 1; index < whole.length; index += 13) {
    const talk = await openRawConnection(port)
    talk.say(whole.slice(0, index))
    talk.socket.destroy()
  }
  const { status, body: listed } = await world.get('/v1/admin/users', 'admin')
  expect(status).toBe(200)
  expect(JSON.stringify(listed)).not.toContain('never there')
  expect(world.api.store.revision()).toBe(before)
})

test('behavior: a request whose caller leaves before the answer is done whole or not at all', async () => {
  for (let index = 0; index < 10; index++) {
    const body = JSON.stringify({ name: `left ${index}`, role: 'viewer' })
    const talk = await openRawConnection(port)
    talk.say(
      headOf('POST /v1/admin/users', {
        authorization: admin.slice(15),
        'content-type': 'application/json',
        'content-length': String(body.length),
      }) + body,
    )
    if (index % 2 === 0) talk.socket.destroy()
    else talk.socket.resetAndDestroy()
  }
  await expect.poll(async () => (await world.get('/readyz')).status).toBe(200)
  const users = (await world.get('/v1/admin/users', 'admin')).body.data
  const left = users.filter(({ name }: { name: string }) => name.startsWith('left'))
  const acts = (await world.get('/v1/admin/audit?page_size=100', 'admin')).text
  for (const { id } of left) expect(acts).toContain(id)
  expect(acts.split('"user.create"').length - 1).toBe(users.length)
})

function once(socket: NodeJS.EventEmitter, name: string): Promise<void> {
  return new Promise((resolve) => socket.once(name, () => resolve()))
}
