import type { LocalChain } from '@vaultwright/chain'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChains } from '../../../packages/api/src/node/chains.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { openBrowser } from '../../support/service/service-browser.ts'
import { builderPath, localManifest, main, seedLocalVault } from '../support/builder-world.ts'
import { openTestApi, type TestApi, testConfig } from '../support/harness.ts'

let chain: LocalChain
let api: TestApi
let base: string
let browser: Browser
const asset = localManifest.contracts.WETH!

beforeAll(async () => {
  chain = await startLocalChain()
  const chains = openChains({ LOCAL_RPC_URL: chain.anvil.url }, testConfig.simulation)
  api = await openTestApi({ chains, config: { hasConsole: false } })
  await seedLocalVault(api.store, api.tenant.id)
  base = await api.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await api.context.chains.close()
  await api.close()
  await chain.anvil.close()
})

/** Builds with a simulation, and gives the path of its page. */
async function simulated(amount: string): Promise<string> {
  const { body } = await api.ask('POST', builderPath('execute', `${main}/aave_v3/supply`), {
    headers: await api.as('strategist'),
    body: { params: { asset, amount } },
  })
  return new URL(body.simulator_simulation_url).pathname
}

/** Opens a path in a window, and notes what it fetches and what the browser complains of. */
async function look(path: string, window: Parameters<Browser['newPage']>[0]) {
  const page: Page = await browser.newPage(window)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  page.on('console', (line) => requests.push(`console: ${line.text()}`))
  page.on('dialog', (dialog) => requests.push(`dialog: ${dialog.message()}`))
  await page.goto(`${base}${path}`)
  return { page, seen: requests.filter((one) => one !== '/favicon.ico') }
}

test.each([
  ['a screen', { viewport: { width: 1100, height: 900 } }],
  ['a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const)(
  'default: on %s the page of a simulation reads well and fetches nothing',
  async (_, window) => {
    for (const [amount, verdict] of [
      ['1.5', 'Would succeed.'],
      ['100000000', 'No. The call would revert'],
    ] as const) {
      const path = await simulated(amount)
      const { page, seen: requests } = await look(path, window)
      expect(requests).toEqual([path])
      expect(await page.locator('.verdict').textContent()).toContain(verdict)
      // Its own style counts: the rule of the policy lets it through.
      const line = await page
        .locator('.verdict')
        .evaluate((one) => getComputedStyle(one).fontWeight)
      expect(line).toBe('600')
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
      expect((await page.screenshot({ fullPage: true })).length).toBeGreaterThan(20_000)
      await page.close()
    }
  },
)

test('behavior: a hostile name in what is stored is text in a browser', async () => {
  const path = await simulated('1.5')
  const hostile = '<img src=/x onerror=alert(1)><script>alert(2)</script>'
  const answer = await api.app.inject({ url: `${path}.json` })
  const body = answer.body.replaceAll('"WETH"', JSON.stringify(hostile))
  expect(body).not.toBe(answer.body)
  const id = 'A'.repeat(24)
  await api.store.simulations.put(api.tenant.id, {
    id,
    createdAtUnix: 1n,
    expiresAtUnix: 99999999999n,
    body,
  })
  const { page, seen: requests } = await look(`/simulations/${id}`, {})
  expect(requests).toEqual([`/simulations/${id}`])
  expect(await page.locator('img, script').count()).toBe(0)
  expect(await page.locator('body').textContent()).toContain(hostile)
  await page.close()
})

test('default: with the console the link gives its page, under its policy; JSON stays', async () => {
  const { body } = await api.app.inject({ url: `${await simulated('1.5')}.json` })
  const id = 'C'.repeat(24)
  const shown = async (publicUrl: string | null) => {
    const otherApi = await openTestApi({ config: { publicUrl } })
    const times = { createdAtUnix: 1n, expiresAtUnix: 99_999_999_999n }
    await otherApi.store.simulations.put(otherApi.tenant.id, { id, ...times, body })
    const urls = [id, `${id}.json`, 'D'.repeat(24)].map((name) => `/simulations/${name}`)
    const answers = await Promise.all(urls.map((url) => otherApi.app.inject({ url })))
    await otherApi.close()
    return answers
  }
  const [page, json, missing] = await shown(null)
  expect([page!.statusCode, json!.statusCode, missing!.statusCode]).toEqual([200, 200, 404])
  for (const { headers, body: text } of [page!, missing!]) {
    expect(text).toContain('<div id="root">')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers.vary).toContain('Accept')
  }
  expect(json!.body).toBe(body)
  // Behind a path of its own, the console's scripts are not where its page looks for them.
  const [plain] = await shown('https://vaults.example/base')
  expect(plain!.body).toContain('Would succeed.')
})
