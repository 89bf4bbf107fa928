import { gunzipSync } from 'node:zlib'
import { type Operation, operations } from '@vaultwright/wire'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../support/service/service-browser.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'

let api: TestApi
let base: string

beforeAll(async () => {
  api = await openTestApi()
  base = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  // A browser that was ended may leave connections open.
  api.app.server.closeAllConnections()
  await api.close()
})

describe('the description over HTTP', () => {
  const wholeOf = async (path: string) => {
    const answer = await fetch(`${base}${path}`, { headers: { 'accept-encoding': 'identity' } })
    return answer.text()
  }
  const open = ['/openapi.json', '/docs', '/docs/reference.js', '/llms.txt', '/'] as const

  test.each(open)('default: %s is open, cacheable, and 304 to who has it', async (path) => {
    const identity = { 'accept-encoding': 'identity' }
    const first = await fetch(`${base}${path}`, { headers: identity })
    const tag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(first.headers.get('ratelimit-limit')).toBeNull()
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    await first.arrayBuffer()
    const again = await fetch(`${base}${path}`, {
      headers: { ...identity, 'if-none-match': `W/"x", W/${tag}` },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    // As browsers ask: other bytes have another tag, or a weak one, and are known by it.
    const small = await fetch(`${base}${path}`)
    const smallTag = small.headers.get('etag') ?? ''
    const isEncoded = small.headers.get('content-encoding') !== null
    expect([smallTag === tag, await small.text()]).toEqual([!isEncoded, await wholeOf(path)])
    const unchanged = await fetch(`${base}${path}`, { headers: { 'if-none-match': smallTag } })
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, smallTag])
    const answer = await fetch(`${base}${path}`, { headers: { 'if-none-match': '"x"' } })
    expect(answer.status).toBe(200)
  })

  test('behavior: the program of the page is sent small, and whole to who cannot unpack it', async () => {
    const ask = (encoding: string) =>
      api.app.inject({ url: '/docs/reference.js', headers: { 'accept-encoding': encoding } })
    const [small, whole] = [await ask('gzip, br'), await ask('identity')]
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(whole.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(small.rawPayload).equals(whole.rawPayload)).toBe(true)
    expect(small.headers.etag).not.toBe(whole.headers.etag)
    expect(whole.body).not.toContain('sourceMappingURL')
  })

  test('behavior: the guide for language models names every operation and every code', async () => {
    const { body } = await api.app.inject('/llms.txt')
    for (const { method, path, failures } of Object.values(operations)) {
      expect(body).toContain(`\`${method} ${path}`)
      for (const { code } of failures) if (code !== null) expect(body).toContain(`\`${code}\``)
    }
    expect(body).toContain('## Workflow')
    expect(body.length).toBeLessThan(16_000)
  })

  test('behavior: the index names the three', async () => {
    const { body } = await api.app.inject('/')
    expect(JSON.parse(body)).toMatchObject({ docs: '/docs', openapi: '/openapi.json' })
  })

  test('behavior: a slash in a tail may be written as %2F, as tools do that were made of the document', async () => {
    const headers = await api.as('strategist')
    const vault = '0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'
    // No address, and told as one only where the slash after it is seen.
    const strategist = `0x${'z'.repeat(40)}`
    for (const slash of ['/', '%2F']) {
      const path = `/v1/tx-builder/api/execute/mainnet/${vault}/${strategist}${slash}aave_v3/supply`
      const { status, body } = await api.ask('POST', path, { headers, body: {} })
      expect(status).toBe(422)
      expect(body.detail[0].loc).toEqual(['path', 'tail'])
    }
  })

  test('behavior: the page runs nothing but the program of the service', async () => {
    const page = await api.app.inject('/docs')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("default-src 'none'")
    const answer = await api.app.inject('/openapi.json')
    expect(answer.headers['content-security-policy']).not.toContain('script-src')
  })
})

describe('the page in Chromium', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('default: it shows the operations, asks no other server, and logs no errors', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(300_000)
    const requests: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('websocket', (socket) => requests.push(socket.url()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${base}/docs`)
    await page.getByText('From an intent to calldata').first().waitFor()
    await page.getByRole('heading', { name: 'Workflow' }).first().waitFor()
    for (const name of ['execute', 'listVaults'] as const) {
      const operation: Operation = operations[name]
      const entry = page.getByRole('link', { name: operation.summary }).first()
      if ((await entry.count()) === 0) await page.getByRole('link', { name: 'Vault data' }).click()
      await entry.click()
      const heading = page.getByRole('heading', { name: operation.summary, exact: true })
      await heading.waitFor()
      expect(await heading.isVisible()).toBe(true)
      await page
        .getByText(operation.description.split(/[.`]/)[0] ?? '')
        .first()
        .waitFor()
    }
    const picture = await page.screenshot()
    expect(picture.byteLength).toBeGreaterThan(20_000)
    const foreign = requests.filter((url) => !url.startsWith(base) && !/^(data|blob):/.test(url))
    expect(foreign).toEqual([])
    expect(requests).toContain(`${base}/openapi.json`)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('behavior: a request that is tried out on the page is answered', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(300_000)
    const answers: string[] = []
    page.on('response', (response) => answers.push(`${response.status()} ${response.url()}`))
    await page.goto(`${base}/docs`)
    await page
      .getByPlaceholder('Token')
      .first()
      .fill(await api.keyOf('viewer'))
    await page.getByRole('link', { name: 'Health check' }).first().click()
    const tryOut = page.getByRole('button', { name: /Test Request.*health/i })
    await tryOut.click()
    const answered = page.waitForResponse(`${base}/v1/tx-builder/health`)
    await page.getByRole('button', { name: /^Send/ }).first().click()
    const response = await answered
    expect([response.status(), await response.json()]).toEqual([200, { status: 'healthy' }])
    expect((await response.request().allHeaders()).authorization).toMatch(/^Bearer vw_live_/)
    expect(answers.filter((one) => !one.includes(base))).toEqual([])
    await page.close()
  })
})
