import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SolanaApi } from '../../api/solana/solana-api.ts'
import { closeQuietly, lookAt, openPage, takePicture } from '../support/console-page.ts'
import type { Lie } from '../support/key-session.ts'
import { type PageServer, pageFolders, startPageServer } from '../support/page-server.ts'
import { openSolanaPage, openSolanaService } from '../support/solana-page.ts'

let server: PageServer
let solana: SolanaApi

beforeAll(async () => {
  server = await startPageServer()
  solana = await openSolanaService()
})
afterAll(async () => {
  await server?.close()
  await solana?.close()
})

const place = (path: string) => `${server.url}/console${path}`
const vaultPath = () => `/vaults/solana/${solana.world.state}`

/** Chooses a transfer of USDC, and fills it in: with the keyboard alone. */
async function addTransfer(page: Page, amount: string): Promise<void> {
  const { people, mints } = solana.world
  await page.getByRole('button', { name: /^Transfer Sends a token/ }).press('Enter')
  await page.getByLabel('token', { exact: true }).selectOption(mints.usdc)
  await page.getByLabel('recipient', { exact: true }).selectOption(people.treasury)
  await page.getByLabel('amount', { exact: true }).fill(amount)
  await page.getByLabel('amount', { exact: true }).press('Enter')
}

async function openBuilder(lie?: Lie) {
  const opened = await openSolanaPage(
    solana,
    place(`${vaultPath()}/act/${solana.world.people.strategist}`),
    lie === undefined ? {} : { lie },
  )
  await opened.page.getByRole('heading', { name: 'Build for Solana USD' }).waitFor()
  return opened
}

async function seeOnPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await takePicture(page, name)
}

const answerOf = (page: Page) => page.getByTestId('verdict').getAttribute('data-answer')
const mainOf = async (page: Page) => (await page.locator('main').textContent()) ?? ''

test('default: a vault is found in the list, decoded, computed again, and its digests are judged', async () => {
  const opened = await openSolanaPage(solana, place('/vaults'), { role: 'viewer' })
  const { page } = opened
  await page.getByRole('link', { name: 'Solana USD' }).press('Enter')
  await page.getByText('8 Nov 2026, computed again here').waitFor()
  expect(await mainOf(page)).toContain('1.012345')
  await lookAt(page, 'solana-vault')
  await page.getByRole('link', { name: 'Performance' }).press('Enter')
  await page.getByText('8 of 8 days were computed again').waitFor()
  await page.getByRole('link', { name: 'Strategists' }).press('Enter')
  await page.getByRole('link', { name: 'Build as the strategist' }).waitFor()
  expect(await page.getByRole('link', { name: 'Risk' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Permissions' }).last().press('Enter')
  const items = page.getByRole('listitem').filter({ hasText: 'Digest, computed here' })
  await items.first().getByText('error: any instruction').waitFor()
  expect(await items.first().textContent()).toContain('and all 255 others')
  expect(await items.filter({ hasText: 'missing' }).count()).toBe(1)
  await lookAt(page, 'solana-permissions')
  await seeOnPhone(page, 'solana-permissions-phone')
  await closeQuietly(opened)
})

test('default: a transfer is built, built again here, handed over, and gets its Yes', async () => {
  const opened = await openBuilder()
  const { page } = opened
  await addTransfer(page, '1.25')
  await page.getByText('Transaction: version 0, fee and lifetime').press('Enter')
  await page.getByRole('button', { name: 'Version 1' }).press('Enter')
  await page.getByLabel('Priority fee, in lamports').fill('1.5')
  await page.getByText('"1.5" is not a whole number.').waitFor()
  await lookAt(page, 'solana-options', ['light'])
  await page.getByLabel('Priority fee, in lamports').fill('200')
  await page.getByRole('button', { name: 'Build and simulate it' }).press('Enter')
  await page.getByText('built again here, it is what you asked for').first().waitFor()
  expect(await answerOf(page)).toBe('yes')
  const transfers = page.getByRole('group', { name: 'Transfers' }).getByRole('row')
  expect(await transfers.nth(1).textContent()).toMatch(/sends1\.251250000USDC/)
  expect(await mainOf(page)).toContain(
    'amount, decimals (bytes 1 to 9 of the data), account 0 (source)',
  )
  await lookAt(page, 'solana-built')
  await seeOnPhone(page, 'solana-built-phone')
  await page.setViewportSize({ width: 1440, height: 1000 })
  const hash = (await page.getByTestId('message-hash').textContent())!
  const simulation = await page.getByRole('link', { name: /^The simulation/ }).getAttribute('href')
  const room = page.getByRole('link', { name: 'Open in the signing room' })
  const roomAddress = (await room.getAttribute('href'))!
  await page.goto(server.url + simulation)
  await page.getByRole('note', { name: /^It would succeed/ }).waitFor()
  await page.getByRole('link', { name: 'Open in the signing room' }).waitFor()
  await lookAt(page, 'solana-simulation', ['light'])
  await page.goto(roomAddress)
  await page.getByText(hash).waitFor()
  expect(await answerOf(page)).toBe('open')
  expect(await mainOf(page)).toContain('cannot say')
  await page.getByLabel('The message hash matches').check()
  expect(await answerOf(page)).toBe('open')
  await page.getByRole('button', { name: 'Ask the service for the accounts' }).press('Enter')
  await page.getByText('the digest is the same').waitFor()
  expect(await answerOf(page)).toBe('yes')
  await lookAt(page, 'solana-signing-yes')
  await seeOnPhone(page, 'solana-signing-phone')
  await closeQuietly(opened)
})

test('refuses: a changed byte of the transaction is a No with its place, and nothing is handed over', async () => {
  const opened = await openBuilder((path, body) => {
    if (!path.includes('/execute-multiple/')) return
    const bytes = Buffer.from(String(body.serialized_transaction_base64), 'base64')
    // The amount of the transfer: 1,250,000 becomes 1,250,001.
    const amount = bytes.indexOf(Buffer.from('d01213', 'hex'))
    bytes[amount] = 0xd1
    body.serialized_transaction_base64 = bytes.toString('base64')
  })
  const { page } = opened
  await addTransfer(page, '1.25')
  await page.getByRole('button', { name: 'Build and simulate it' }).click()
  await page.getByText('Do not sign this').first().waitFor()
  expect(await answerOf(page)).toBe('no')
  expect(await mainOf(page)).toContain('byte 22 of its data is d1; d0 follows.')
  expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0)
  await lookAt(page, 'solana-refused')
  await closeQuietly(opened)
})

test('refuses: other operators are a No in the folder that opens from a disk, and none are no Yes', async () => {
  const { world, api } = solana
  const built = await solana.batch([
    { route: 'spl_token/transfer', params: { token: 'USDC', recipient: 'treasury', amount: '1' } },
  ])
  const headers = await api.as('viewer')
  const [call] = built.body.action_api_response[0].calls
  const evidence = await api.ask('GET', `/v1/vaults/solana/${world.state}/permissions`, { headers })
  const file = (json: unknown) => ({
    name: 'accounts.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(json)),
  })
  const opened = await openPage()
  const { page, context } = opened
  await context.setOffline(true)
  await page.goto(`${new URL(`file://${pageFolders.offline}/index.html`).href}#/sign`)
  await page.getByLabel('Or paste it').fill(built.body.serialized_transaction_base64)
  await page.getByRole('button', { name: 'Open what I pasted' }).press('Enter')
  await page.getByLabel('The message hash matches').check()
  expect(await answerOf(page)).toBe('open')
  expect(await page.getByRole('button', { name: /^Ask the service/ }).count()).toBe(0)
  const accounts = page.getByLabel('Accounts of the vault')
  await accounts.setInputFiles(file({ hello: 1 }))
  await page.getByText('This is not the accounts of a Solana vault').waitFor()
  await accounts.setInputFiles(file(evidence.body))
  await page.getByText('the digest is the same').waitFor()
  expect(await answerOf(page)).toBe('yes')
  const altered = structuredClone(evidence.body)
  for (const { address, account } of altered.data.accounts) {
    if (address !== call.cpi_digest_address) continue
    const data = Buffer.from(account.data_base64, 'base64')
    // The first operator pins two bytes in place of one.
    data[8 + 4 + 1 + 4] = 2
    account.data_base64 = data.toString('base64')
  }
  await accounts.setInputFiles(file(altered))
  await page.getByText('not permitted').waitFor()
  expect(await answerOf(page)).toBe('no')
  expect(await mainOf(page)).toContain('The program refuses it.')
  await lookAt(page, 'solana-signing-no')
  await page.getByRole('button', { name: 'Another packet' }).click()
  await page.getByLabel('Or paste it').fill('AQAB'.repeat(40))
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  await page.getByRole('note', { name: 'The packet cannot be read' }).waitFor()
  await closeQuietly(opened)
})
