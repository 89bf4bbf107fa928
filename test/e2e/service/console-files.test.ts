import { readdirSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { consolePermissions, consolePolicy } from '@vaultwright/console'
import { beforeAll, expect, test } from 'vitest'
import { type Running, root, run, scratch, startBeside } from '../program.ts'

type Answered = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const names = readdirSync(join(root, 'packages/console/dist/app/asset'))
const script = `/console/asset/${names.find((name) => /^index-.*\.js$/.test(name))}`
let running: Running
let port = ''

beforeAll(async () => {
  const database = `sqlite:${join(scratch(), 'files.sqlite')}`
  expect(run(['db', 'migrate', '--database', database]).code).toBe(0)
  // On a busy machine the loop is late, and what is refused for that is not what is looked at here.
  const env = { DATABASE_URL: database, MAX_LOOP_DELAY_MS: '0' }
  running = startBeside(['serve', '--port', '0', '--json'], { env })
  const [line] = await running.lines(1)
  port = new URL(JSON.parse(line!).url).port
  return () => {
    running.signal('SIGINT')
    return running.end
  }
})

/** Sends a path as it is: `fetch` would put it right before the service sees it. */
function ask(method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<Answered>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject).end()
  })
}

test('default: pages and files come with the policy, and only named files are kept', async () => {
  for (const [method, path, cacheRule] of [
    ['GET', '/console/', 'no-cache'],
    ['HEAD', '/console/', 'no-cache'],
    ['GET', '/console/vaults/local/0x1?day=2026-01-01', 'no-cache'],
    ['GET', script, 'public, max-age=31536000, immutable'],
    ['HEAD', script, 'public, max-age=31536000, immutable'],
  ] as const) {
    const { status, headers, body } = await ask(method, path)
    expect(status, path).toBe(200)
    expect(body.length > 0, path).toBe(method === 'GET')
    expect(headers, path).toMatchObject({
      'cache-control': cacheRule,
      'content-security-policy': consolePolicy,
      'permissions-policy': consolePermissions,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  }
  const page = await ask('GET', '/console/')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect((await ask('GET', '/console/sign')).body).toEqual(page.body)
})

test('default: files come compressed as asked, unchanged ones not again, and never in parts', async () => {
  const { headers, body } = await ask('GET', script)
  expect(headers['content-encoding']).toBeUndefined()
  const [br, gzip] = await Promise.all(
    ['br', 'gzip'].map((encoding) => ask('GET', script, { 'accept-encoding': encoding })),
  )
  expect([br!.headers['content-encoding'], gzip!.headers['content-encoding']]).toEqual([
    'br',
    'gzip',
  ])
  expect(brotliDecompressSync(br!.body).equals(body)).toBe(true)
  expect(gunzipSync(gzip!.body).equals(body)).toBe(true)
  for (const { headers } of [br!, gzip!]) {
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers.vary).toContain('Accept-Encoding')
  }
  const unchanged = await ask('GET', script, { 'if-none-match': headers.etag! })
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
  for (const range of ['bytes=0-9', 'bytes=99999999-', 'bytes=-0,-1']) {
    const whole = await ask('GET', script, { range })
    expect([whole.status, whole.body.length], range).toEqual([200, body.length])
  }
})

test('refuses: a file that is not there is no page, and nothing beside the console is reached', async () => {
  for (const path of [
    '/console/asset/missing.js',
    '/console/asset/',
    '/console/asset%2fmissing.js',
    `${script}.br`,
    `${script}.gz`,
    `${script}.map`,
    '/console/asset/%00',
    '/console/asset/..%5c..%5cindex.html',
  ]) {
    const { status, headers, body } = await ask('GET', path)
    expect([status, JSON.parse(String(body)).error.code], path).toEqual([404, 'not_found'])
    expect(headers['content-security-policy'], path).toContain("default-src 'none'")
  }
  const page = await ask('GET', '/console/')
  for (const path of [
    '/console/../../package.json',
    '/console/..%2f..%2fpackage.json',
    '/console/%2e%2e/%2e%2e/package.json',
    '/console//etc/passwd',
    '/console/..%5c..%5cpackage.json',
  ]) {
    const { status, body } = await ask('GET', path)
    expect([status, body.equals(page.body)], path).toEqual([200, true])
  }
})

test('refuses: other methods, other spellings, and operations without a session', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
    for (const path of ['/console/', '/console/vaults', script]) {
      expect((await ask(method, path)).status, `${method} ${path}`).toBe(404)
    }
  }
  expect((await ask('GET', '/Console/')).status).toBe(404)
  expect((await ask('GET', '/console/v1/nothing')).status).toBe(401)
  const moved = await ask('GET', '/console?next=//evil.example')
  expect([moved.status, moved.headers.location]).toEqual([308, '/console/'])
})
