import { afterEach, expect, test } from 'vitest'
import { openMetrics } from '../../../packages/api/src/metrics/metrics.ts'
import { openTestApi, type TestApi, type TestOptions } from '../support/harness.ts'
import { addMadeUp, type MadeUpRequest } from '../support/made-up.ts'
import { bodyOf, headOf, listen, openRawConnection } from '../support/talk.ts'

const open: TestApi[] = []
const json = { 'content-type': 'application/json' }

async function start(options: TestOptions = {}): Promise<TestApi> {
  const api = await openTestApi(options)
  open.push(api)
  return api
}

afterEach(async () => {
  for (const api of open.splice(0)) {
    api.app.server.closeAllConnections()
    await api.close()
  }
})

/** A route that says when it was asked, and answers on demand. */
function gateOf(): {
  readonly asked: Promise<MadeUpRequest>
  readonly answer: (asked: MadeUpRequest) => Promise<unknown>
  readonly end: () => void
} {
  const begun = openLatch<MadeUpRequest>()
  const ended = openLatch<void>()
  return {
    asked: begun.opened,
    answer: async (asked) => {
      begun.open(asked)
      await ended.opened
      return { body: { data: 'done' } }
    },
    end: ended.open,
  }
}

function openLatch<Value>(): {
  readonly opened: Promise<Value>
  readonly open: (value: Value) => void
} {
  let open: (value: Value) => void = () => {}
  const opened = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })

test('behavior: a caller who hangs up aborts what runs for it, and is no longer counted', async () => {
  const metrics = openMetrics()
  const api = await start({ app: { metrics } })
  const gate = gateOf()
  addMadeUp(api, gate.answer)
  const { port } = await listen(api)
  const talk = await openRawConnection(port)
  const headers = { ...(await api.as('viewer')), ...json, 'content-length': '2' }
  talk.say(`${headOf('POST /v1/made-up', headers)}{}`)
  const { signal } = await gate.asked
  expect([signal.aborted, metrics.inFlight()]).toEqual([false, 1])
  talk.socket.destroy()
  await aborted(signal)
  await expect.poll(() => metrics.inFlight()).toBe(0)
  gate.end()
  expect(await metrics.print()).toContain('operation="madeUp",status="499"')
})

test('behavior: 8 a request that takes too long is a 503 in its envelope, and is aborted', async () => {
  const api = await start({ config: { requestTimeoutMs: 2_000 } })
  const gate = gateOf()
  addMadeUp(api, gate.answer)
  const headers = await api.as('viewer')
  const { url } = await listen(api)
  const answered = await fetch(`${url}/v1/made-up`, {
    method: 'POST',
    body: '{}',
    headers: { ...headers, ...json },
  })
  expect(answered.status).toBe(503)
  expect(await answered.json()).toMatchObject({ error: { code: 'unavailable' } })
  expect(Number(answered.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await gate.asked).signal.aborted).toBe(true)
  gate.end()
})

test('behavior: clients that send slowly get an error in JSON and are disconnected', async () => {
  const api = await start({ config: { requestTimeoutMs: 400 } })
  const { port } = await listen(api)
  const key = await api.as('curator')
  const slow = [
    'GET /v1/vau',
    `GET /v1/vaults HTTP/1.1\r\nhost: test\r\nx-slow: `,
    `${headOf('POST /v1/trees', { ...key, ...json, 'content-length': '100' })}{"chain":`,
  ]
  for (const text of slow) {
    const talk = await openRawConnection(port)
    talk.say(text)
    const heard = await talk.end()
    expect(heard).toMatch(/^HTTP\/1\.1 (408|503) /)
    expect(bodyOf(heard)).toHaveProperty('error.code')
  }
})

test('behavior: what is not HTTP, and headers without end, are answered in JSON', async () => {
  const api = await start()
  const { port } = await listen(api)
  const cases = [
    ['hello\r\n\r\n', 400, 'bad_request'],
    ['GET / HTTP/1.1\r\nhost: test\r\nx: a\rb\r\n\r\n', 400, 'bad_request'],
    [
      'POST /v1/vaults HTTP/1.1\r\nhost: test\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'bad_request',
    ],
    [headOf('GET /v1/vaults', { 'x-long': 'a'.repeat(20_000) }), 431, 'headers_too_large'],
    [headOf(`GET /${'a'.repeat(20_000)}`, {}), 431, 'headers_too_large'],
  ] as const
  for (const [text, status, code] of cases) {
    const talk = await openRawConnection(port)
    talk.say(text)
    const heard = await talk.end()
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(bodyOf(heard)).toMatchObject({ error: { code, details: {} } })
  }
})

test('behavior: requests that follow each other on one connection are answered in their order', async () => {
  const api = await start()
  const { port } = await listen(api)
  const key = await api.as('viewer')
  const talk = await openRawConnection(port)
  talk.say(
    headOf('GET /v1/nothing', { ...key, 'x-request-id': 'first' }) +
      headOf('GET /v1/vaults', { 'x-request-id': 'second' }) +
      headOf('GET /healthz', { 'x-request-id': 'third', connection: 'close' }),
  )
  const heard = await talk.end()
  expect([...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual([
    '404',
    '401',
    '200',
  ])
  expect([...heard.matchAll(/x-request-id: (\w+)/g)].map((match) => match[1])).toEqual([
    'first',
    'second',
    'third',
  ])
})

test('behavior: two Authorization headers are none, whichever is good', async () => {
  const api = await start()
  const { port } = await listen(api)
  const { authorization } = await api.as('viewer')
  const talk = await openRawConnection(port)
  talk.say(
    `GET /v1/vaults HTTP/1.1\r\nhost: test\r\nconnection: close\r\nauthorization: ${authorization}\r\nAuthorization: Bearer x\r\n\r\n`,
  )
  expect(await talk.end()).toMatch(/^HTTP\/1\.1 401 /)
})

test('behavior: a request id that is not plain is replaced, and none can add a header', async () => {
  const api = await start()
  for (const id of ['a b', 'x'.repeat(65), 'é', '"><script>', 'a\tb', '']) {
    const { headers } = await api.app.inject({ url: '/healthz', headers: { 'x-request-id': id } })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  }
  const { headers } = await api.app.inject({
    url: '/healthz',
    headers: { 'x-request-id': 'run:7' },
  })
  expect(headers['x-request-id']).toBe('run:7')
})

test('behavior: shutting down lets what is being answered end, and takes nothing new', async () => {
  const api = await start()
  const gate = gateOf()
  addMadeUp(api, gate.answer)
  const { port, url } = await listen(api)
  const talk = await openRawConnection(port)
  talk.say(
    `${headOf('POST /v1/made-up', { ...(await api.as('viewer')), ...json, 'content-length': '2' })}{}`,
  )
  await gate.asked
  const closed = api.app.close()
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  gate.end()
  const heard = await talk.end()
  await closed
  expect(heard).toMatch(/^HTTP\/1\.1 200 /)
  expect(heard).toMatch(/connection: close/i)
  expect(bodyOf(heard)).toEqual({ data: 'done' })
})

test('behavior: more requests at once than may be are a 503 with Retry-After, and health still answers', async () => {
  const metrics = openMetrics()
  const overload = { maxInFlight: 1, maxLoopDelayMs: 0 }
  const api = await start({ config: { overload }, app: { metrics } })
  const gate = gateOf()
  addMadeUp(api, gate.answer)
  const headers = await api.as('viewer')
  const first = api.app.inject({ method: 'POST', url: '/v1/made-up', headers, payload: {} })
  await gate.asked
  const data = await api.ask('GET', '/v1/vaults', { headers })
  expect(data).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
  expect(Number(data.headers['retry-after'])).toBeGreaterThan(0)
  const builder = await api.ask('GET', '/v1/tx-builder/health', { headers })
  expect(builder).toMatchObject({ status: 503, body: { detail: expect.any(String) } })
  expect(await api.ask('GET', '/healthz')).toMatchObject({ status: 200 })
  gate.end()
  expect((await first).statusCode).toBe(200)
  expect(await api.ask('GET', '/v1/vaults', { headers })).toMatchObject({ status: 200 })
})
