import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWallet, tickHashes } from './signing/wallet.ts'
import {
  closeQuietly,
  openPage,
  takePicture,
  textOfDownload,
  violationsOf,
} from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { addAuthenticator, inviteUser } from './support/sign-in.ts'

const shell = promisify(execFile)

/** Runs a printed command as it stands, with the status beside its answer. */
async function runLine(line: string): Promise<string> {
  const { stdout } = await shell('sh', ['-c', `${line} -w ' %{http_code}'`])
  return stdout
}

const answerOf = (page: Page) => page.getByTestId('verdict').getAttribute('data-answer')

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})

/** The input of a signer: the packet, the strategist's tree, and the Safe that is to sign. */
type SignerInput = { readonly packet: string; readonly tree: string; readonly safe: string }

/** Holds a packet against the strategist's tree in the signing room, as a signer does. */
async function judge(page: Page, { packet, tree, safe }: SignerInput): Promise<void> {
  await page.getByLabel('Packet file').setInputFiles(fileOf('packet.json', packet))
  await page.getByTestId('content-hash').waitFor()
  await openWallet(page)
  await page.getByLabel('Safe', { exact: true }).fill(safe)
  await page.getByLabel('Version of the Safe').selectOption('1.4.1')
  await page.getByLabel('Nonce', { exact: true }).fill('7')
  await page.getByLabel('Tree of the strategist').setInputFiles(fileOf('tree.json', tree))
  await tickHashes(page)
}

test('default: from a passkey to a signed-off packet, and a No for one changed byte', async () => {
  const { url, vaults } = await openDemo()
  const { link, user } = await inviteUser({ role: 'admin' })
  const opened = await openPage()
  const { page } = opened
  await addAuthenticator(opened)
  await page.goto(link)
  await page.getByRole('button', { name: 'Register a passkey' }).click()
  await page.getByRole('link', { name: `Settings of ${user.name}` }).waitFor()

  await page.goto(`${url}/console/settings/keys`)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('What it is for').fill('the story')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const secret = page.getByRole('dialog', { name: 'Your new key' })
  const line = await secret.getByText(/^curl /).textContent()
  const key = /vw_live_\w+/.exec(line!)![0]
  await page.getByRole('button', { name: 'I have kept it' }).click()
  expect(await runLine(line!)).toMatch(/ 200$/)
  await page.getByRole('button', { name: 'Revoke the story' }).click()
  const last = page.getByLabel('Last four characters of the key')
  if (await last.isVisible()) await last.fill(key.slice(-4))
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText(/^revoked /).waitFor()
  expect(await runLine(line!)).toMatch(/ 403$/)

  const { chain, vault, strategists } = vaults.find(({ name }) => name === 'Local ETH')!
  const safe = strategists[0]!.address
  await page.goto(`${url}/console/vaults/${chain}/${vault}?why=2026-02-10`)
  await page.getByRole('dialog').getByText('the same, digit for digit').waitFor()

  await page.goto(`${url}/console/vaults/${chain}/${vault}/act/${safe}`)
  await page.getByLabel(/^Search \d+ actions$/).fill('aave v3 supply')
  await page.getByRole('button', { name: /^Supply Supplies/ }).click()
  const asset = page.getByLabel('asset', { exact: true })
  await asset.selectOption(
    await asset.locator('option', { hasText: 'WETH' }).first().getAttribute('value'),
  )
  await page.getByLabel('amount', { exact: true }).fill('1.5')
  await page.getByLabel('amount', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Build and simulate it' }).click()
  await page.getByText('simulated by the service').waitFor()
  // No record has the token of a local chain: its decimals are the word of the service.
  expect(await answerOf(page)).toBe('open')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the Safe batch' }).click()
  const batch = await textOfDownload(await downloading)
  await takePicture(page, 'story-action')

  const tree = readFileSync('fixtures/chain/trees/local-eth-main-3.json', 'utf8')
  await page.goto(`${url}/console/sign`)
  await judge(page, { packet: batch, tree, safe })
  expect(await answerOf(page)).toBe('conditional')
  await page.getByRole('button', { name: 'Simulate with this server' }).click()
  await page.getByText('It would succeed.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePicture(page, 'story-signing')
  // One byte of the first call's target, in the calldata that the batch holds.
  const hostile = batch.replace(
    /5ffd08c71e25a35cb6dfa5306d8b5468ec14704a/i,
    (text) => `${text.slice(0, -1)}b`,
  )
  expect(hostile).not.toBe(batch)
  await page.getByRole('button', { name: 'Another packet' }).click()
  await page.getByLabel('Packet file').setInputFiles(fileOf('packet.json', hostile))
  await page
    .getByText(/checksum/)
    .first()
    .waitFor()
  // Who changes a byte can take the checksum away, too.
  const parsed = JSON.parse(hostile)
  delete parsed.meta.checksum
  await judge(page, { packet: JSON.stringify(parsed), tree, safe })
  expect(await answerOf(page)).toBe('no')
  await page.getByRole('listitem').filter({ hasText: 'Call 0' }).first().waitFor()
  await closeQuietly(opened)
})
