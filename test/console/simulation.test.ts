import { createClient } from '@vaultwright/client'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { localManifest } from '../api/support/builder-world.ts'
import {
  type ConsolePage,
  closeQuietly,
  openPage,
  takePicture,
  themes,
  violationsOf,
} from './support/console-page.ts'
import { type Demo, openDemo } from './support/demo.ts'

let demo: Demo

beforeAll(async () => {
  demo = await openDemo()
})

/** Supplies WETH in a simulation, and gives the path of its link. */
async function simulate(amount: string): Promise<string> {
  const vault = demo.vaults.find(({ name }) => name === 'Local ETH')!
  const client = createClient({ baseUrl: demo.url, apiKey: demo.key })
  const { address } = vault.strategists[0]!
  const asset = localManifest.contracts.WETH!
  const built = await client.execute({
    chain: vault.chain,
    vault_address: vault.vault,
    tail: `${address}/aave_v3/supply`,
    params: { asset, amount },
  })
  return new URL(built.simulator_simulation_url!).pathname
}

/** Opens a simulation in a window of nobody who is signed in. */
async function look(path: string, viewport?: { width: number; height: number }) {
  const opened = await openPage(viewport === undefined ? {} : { viewport })
  await opened.page.goto(`${demo.url}${path}`)
  return opened
}

async function seeInBothThemes({ page }: ConsolePage, name: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await violationsOf(page)).toEqual([])
    await takePicture(page, `${name}-${theme}`)
  }
}

const answerOf = (page: Page) => page.getByTestId('verdict').getAttribute('data-answer')
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('default: the link of a simulation opens without a session, checked in the page', async () => {
  const path = await simulate('1.5')
  const opened = await look(path)
  const { page } = opened
  await page.getByText(/calls are of the calldata, decoded here$/).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search the calls' })
  await search.fill('approve')
  await page.getByText('1 of 2 calls have these words').waitFor()
  expect(await page.getByRole('heading', { name: /^Call \d/ }).count()).toBe(1)
  await search.fill('')
  // What contracts do inside is in the trace: the pool takes the token from the vault.
  const trace = page.getByRole('group', { name: 'Trace' })
  const traceSearch = page.getByRole('searchbox', { name: 'Search the trace' })
  const whole = await trace.getByRole('listitem').count()
  await traceSearch.fill('transferFrom')
  await trace.getByText('transferFrom').first().waitFor()
  expect(await trace.getByRole('listitem').count()).toBeLessThan(whole)
  await traceSearch.fill('')
  expect(await page.getByRole('heading', { name: /^Call \d/ }).count()).toBe(2)
  expect(await answerOf(page)).toBe('yes')
  expect(new URL(page.url()).pathname).toBe(path)
  expect(await page.title()).toContain('Local ETH: ')
  const balances = page.getByRole('group', { name: 'Balances' })
  expect(await balances.textContent()).toContain('−1.5')
  await seeInBothThemes(opened, 'simulation')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await takePicture(page, 'simulation-phone')
  // The bar leads from here into the console.
  await page.getByRole('link', { name: 'Signing room' }).click()
  await page.waitForURL('**/console/sign')
  await closeQuietly(opened)
})

test('default: a failing simulation says which call fails and why, before everything else', async () => {
  const opened = await look(await simulate('100000000'))
  const { page } = opened
  await page.getByText('It would fail.').first().waitFor()
  expect(await answerOf(page)).toBe('no')
  expect(await page.getByRole('region', { name: 'Answer' }).textContent()).toContain('Call ')
  await seeInBothThemes(opened, 'simulation-failing')
  await closeQuietly(opened)
})

test('refuses: a record that differs from its calldata, markup in names, an unknown link', async () => {
  const path = await simulate('1.5')
  const hostile = '<img src=/x onerror=alert(1)>\u202e'
  const opened = await openPage()
  const { page } = opened
  await page.route(`**${path}.json`, async (route) => {
    const body = await (await route.fetch()).text()
    const changed = body
      .replaceAll('"WETH"', JSON.stringify(hostile))
      .replaceAll('"value":"1500000000000000000"', '"value":"1"')
    await route.fulfill({ body: changed, contentType: 'application/json' })
  })
  await page.goto(`${demo.url}${path}`)
  await page.getByText('is 1500000000000000000 in the calldata').first().waitFor()
  expect(await answerOf(page)).toBe('no')
  expect(await page.locator('main img').count()).toBe(0)
  const text = await page.locator('main').textContent()
  expect(text).toContain('<img src=/x onerror=alert(1)>')
  expect(text).not.toContain('\u202e')
  expect(await violationsOf(page)).toEqual([])
  await page.unrouteAll()
  const answer = await page.goto(`${demo.url}/simulations/${'A'.repeat(24)}`)
  await page.getByRole('heading', { name: 'There is no such simulation' }).waitFor()
  expect(answer?.status()).toBe(404)
  expect(await violationsOf(page)).toEqual([])
  // The browser itself complains of the two answers of 404.
  opened.complaints.splice(0)
  await closeQuietly(opened)
})

test('default: a simulation of the service is proven in the page, from the witness to a newer state', async () => {
  const opened = await look(await simulate('1.5'))
  const { page } = opened
  const { block } = await (await page.request.get(`${page.url()}.json`)).json()
  await page.getByRole('button', { name: /^Load the witness/ }).click()
  const field = page.getByRole('textbox', { name: `Hash of block ${block.number}` })
  await page.getByLabel('Chain of the block').selectOption('31337')
  await field.fill(block.hash)
  await page.getByRole('checkbox', { name: /^I read this hash elsewhere/ }).check()
  await page.getByRole('note', { name: /^Proven from block hash .*: it would succeed$/ }).waitFor()
  await page.getByRole('note', { name: /^It is the calldata of this page/ }).waitFor()
  await page.getByRole('button', { name: 'Ask for the newest state' }).click()
  await page
    .getByRole('textbox', { name: /^Hash of block/ })
    .nth(1)
    .waitFor()
  await seeInBothThemes(opened, 'simulation-proven')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await closeQuietly(opened)
})
