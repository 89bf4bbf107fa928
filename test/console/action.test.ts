import { parseSafeBatch } from '@vaultwright/safe'
import { beforeAll, expect, test } from 'vitest'
import { localManifest } from '../api/support/builder-world.ts'
import {
  type ConsolePage,
  closeQuietly,
  openPage,
  takePicture,
  textOfDownload,
  themes,
  violationsOf,
} from './support/console-page.ts'
import { type Demo, openDemo } from './support/demo.ts'
import { signInByKey } from './support/key-session.ts'

let demo: Demo
const weth = localManifest.contracts.WETH!

beforeAll(async () => {
  demo = await openDemo()
})

const answerOf = (page: ConsolePage['page']) =>
  page.getByTestId('verdict').getAttribute('data-answer')

/** Opens the builder of the vault's first strategist. */
async function openBuilder(role = 'admin'): Promise<ConsolePage> {
  const vault = demo.vaults.find(({ name }) => name === 'Local ETH')!
  const opened = await openPage()
  const { page } = opened
  await signInByKey(page, demo, { role })
  const strategist = vault.strategists[0]!.address
  await page.goto(`${demo.url}/console/vaults/${vault.chain}/${vault.vault}/act/${strategist}`)
  await page.getByRole('heading', { name: 'Build for Local ETH' }).waitFor()
  return opened
}

/** Chooses supplying, puts an amount of WETH in, and adds it to the batch: with the keyboard alone. */
async function addSupply({ page }: ConsolePage, amount: string): Promise<void> {
  await page.getByLabel(/^Search \d+ actions$/).fill('aave v3 supply')
  await page.getByRole('button', { name: /^Supply Supplies/ }).press('Enter')
  await page.getByLabel('asset', { exact: true }).selectOption(weth)
  await page.getByLabel('amount', { exact: true }).fill(amount)
  await page.getByLabel('amount', { exact: true }).press('Enter')
}

/** Opens a draft of values that do not go together: the drone may supply WETH alone. */
async function openClash({ page }: ConsolePage): Promise<void> {
  const account = localManifest.vaults[0]!.drone
  const texts = { account, asset: localManifest.contracts.USDC!, amount: '1' }
  const draft = JSON.stringify([{ route: 'aave_v3/supply', input: { texts, all: [] } }])
  await page.getByText('No action yet.').waitFor()
  await page.evaluate((text) => {
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('vaultwright-draft'))!
    sessionStorage.setItem(key, text)
  }, draft)
  await page.reload()
  await page.getByRole('button', { name: 'Change action 1' }).click()
  await page.getByRole('note', { name: 'asset does not fit' }).waitFor()
}

async function seeInBothThemes({ page }: ConsolePage, name: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await violationsOf(page)).toEqual([])
    await takePicture(page, `${name}-${theme}`)
  }
}

test('default: a batch is built, verified, simulated and handed over, by keyboard', async () => {
  const opened = await openBuilder()
  const { page } = opened
  await page.getByLabel(/^Search \d+ actions$/).fill('aave v3 supply')
  await page.getByRole('button', { name: /^Supply Supplies/ }).press('Enter')
  // The button waits for what goes together, as the fields do.
  await page.getByLabel('amount', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add to the batch' }).press('Enter')
  await page.getByText('Nothing is chosen. Choose one.').waitFor()
  await page.getByText('The amount is missing. Give one, or take Max for all of it.').waitFor()
  await seeInBothThemes(opened, 'action-form')
  await addSupply(opened, '1.5')
  await addSupply(opened, '0.25')
  await page.getByRole('button', { name: 'Move action 2 up' }).press('Enter')
  expect(await page.locator('ol li').first().textContent()).toContain('amount: 0.25')
  // The draft outlives a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Build and simulate all 2' }).press('Enter')
  // No record has the token of a local chain: the decimals of both amounts are the word of the service.
  await page.getByText('2 checks are missing').first().waitFor()
  await page.getByText('the published record does not have the token').first().waitFor()
  await page.getByText('simulated by the service').waitFor()
  expect(await answerOf(page)).toBe('open')
  const balances = page.getByRole('group', { name: 'Balances' })
  expect(await balances.textContent()).toContain('−1.75')
  await page.getByLabel('Nonce of the Safe').fill('7')
  await page.getByText('safeTxHash').waitFor()
  await seeInBothThemes(opened, 'action-result')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the Safe batch' }).press('Enter')
  const batch = parseSafeBatch(await textOfDownload(await downloading))
  expect(batch.transactions).toMatchObject([{ value: '0' }])
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await takePicture(page, 'action-phone')
  // The link leads to the same packet in the signing room.
  const hash = await page.getByTestId('packet-hash').textContent()
  await page.goto(
    (await page.getByRole('link', { name: 'Open in the signing room' }).getAttribute('href'))!,
  )
  await page.getByText(hash!).waitFor()
  await closeQuietly(opened)
})

test('default: a minimum is measured, falls out of date with its values, and is in the calldata', async () => {
  const opened = await openBuilder()
  const { page } = opened
  await page.getByLabel(/^Search \d+ actions$/).fill('uniswap v3 swap')
  await page.getByRole('button', { name: /^Swap Swaps/ }).click()
  await page.getByLabel('token out', { exact: true }).selectOption(localManifest.contracts.USDC!)
  await page.getByRole('group', { name: 'Usual values: fee' }).getByText('0.05 %').click()
  await page.getByLabel('amount', { exact: true }).fill('1.5')
  await page.getByRole('button', { name: 'Add to the batch' }).click()
  await page.getByText('The minimum is missing. Measure it, or give one.').waitFor()
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  await page.getByText(/^1 % below 2,9\d\d\.\d+, which a simulation by the service/).waitFor()
  const minimum = await page.getByLabel('You get at least').inputValue()
  expect(minimum).toMatch(/^2\d\d\d\.\d{1,6}$/)
  await seeInBothThemes(opened, 'action-minimum')
  await page.getByLabel('amount', { exact: true }).fill('1.25')
  await page.getByText('Measured for other values: measure it again.').waitFor()
  await page.getByLabel('amount', { exact: true }).fill('1.5')
  // The open form outlives a reload.
  await page.reload()
  await page.getByRole('group', { name: 'Usual values: slippage' }).getByText('1 %').click()
  expect(await page.getByLabel('You get at least').inputValue()).toBe(minimum)
  await page.getByRole('button', { name: 'Add to the batch' }).click()
  await page.getByRole('button', { name: 'Build and simulate it' }).click()
  await page.getByText('simulated by the service').waitFor()
  // The band reads it out of the calldata.
  await page
    .getByText(
      `at least ${Number(minimum).toLocaleString('en-US', { maximumFractionDigits: 6 })} USDC`,
    )
    .first()
    .waitFor()
  await closeQuietly(opened)
})

test('refuses: a server that changes one byte of the calldata, and one that supplies more', async () => {
  const opened = await openBuilder()
  const { page } = opened
  await addSupply(opened, '1.5')
  const digits = { from: '14d1120d7b160000', to: '14d1120d7b160001' }
  await page.route('**/console/v1/**/execute-multiple/**', async (route) => {
    const url = route.request().url().replace('/console/v1/', '/v1/')
    const headers = { ...route.request().headers(), authorization: `Bearer ${demo.key}` }
    const answer = await route.fetch({ url, headers, timeout: 150_000 })
    const body = (await answer.text()).replaceAll(digits.from, digits.to)
    await route.fulfill({ response: answer, body })
  })
  await page.getByRole('button', { name: 'Build and simulate it' }).click()
  await page.getByText('Do not sign this').first().waitFor()
  expect(await answerOf(page)).toBe('no')
  expect(await page.locator('main').textContent()).toContain(
    'You asked for amount 1.5; the calldata has 1500000000000000001.',
  )
  await page.getByText('Nothing is handed over: the calldata is not proven.').waitFor()
  expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0)
  await page.getByRole('note', { name: 'The simulation is of other calldata' }).waitFor()
  await seeInBothThemes(opened, 'action-refused')
  await closeQuietly(opened)
})

test('refuses: the service marks fields; a viewer may check and not build', async () => {
  const opened = await openBuilder()
  const { page } = opened
  await openClash(opened)
  // The one pool is not what clashes.
  expect(await page.getByRole('note', { name: / does not fit$/ }).count()).toBe(2)
  await seeInBothThemes(opened, 'action-clash')
  await page.getByRole('note', { name: 'asset does not fit' }).getByText('Take it').click()
  expect(await page.getByRole('note', { name: / does not fit$/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove action 1' }).click()
  await addSupply(opened, '1.0000000000000000001')
  await page.getByRole('button', { name: 'Build and simulate it' }).click()
  await page.getByText(/^amount: /).waitFor()
  await page.getByRole('button', { name: 'Change action 1' }).click()
  expect(await page.getByLabel('amount', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await seeInBothThemes(opened, 'action-marked')
  // The browser itself complains of the answer of 422.
  opened.complaints.splice(0)
  await closeQuietly(opened)
  const viewing = await openBuilder('viewer')
  await addSupply(viewing, '1.5')
  await viewing.page.getByRole('note', { name: /^The values fit the manifest/ }).waitFor()
  expect(await viewing.page.getByRole('button', { name: /^Build/ }).count()).toBe(0)
  expect(await violationsOf(viewing.page)).toEqual([])
  const foreign = viewing.page.url().replace(/0x\w+$/, `0x${'1'.repeat(40)}`)
  await viewing.page.goto(foreign)
  await viewing.page.getByRole('note', { name: 'There is nothing to build with' }).waitFor()
  expect(await violationsOf(viewing.page)).toEqual([])
  viewing.complaints.splice(0)
  await closeQuietly(viewing)
})
