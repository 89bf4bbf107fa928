import { expect, test } from 'vitest'
import { closeQuietly, openPage } from '../support/console-page.ts'
import { openDemo } from '../support/demo.ts'
import { signInByKey } from '../support/key-session.ts'

test('default: a link into a web app opens the transaction that the service knows, and refuses one it does not', async () => {
  const demo = await openDemo()
  const opened = await openPage()
  const { page } = opened
  await signInByKey(page, demo)
  const { chain, vault, strategists } = demo.vaults.find(({ name }) => name === 'Local ETH')!
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}/queue`)
  const entry = page.locator('a[href*="/queue/0x"]').first()
  const hash = (await entry.getAttribute('href'))!.split('/').at(-1)!
  const safe = strategists.find(({ name }) => name === 'multisig')!.address
  const linkOf = (txHash: string) =>
    `https://app.safe.global/transactions/tx?safe=${chain}:${safe}&id=multisig_${safe}_${txHash}`
  await page.goto(`${demo.url}/console/sign`)
  const open = async (link: string) => {
    await page.getByLabel('Or paste it').fill(link)
    await page.getByRole('button', { name: 'Open what I pasted' }).click()
  }
  await open(linkOf(`0x${'ab'.repeat(32)}`))
  await page.getByText(/lists no transaction with the hash 0xabab/).waitFor()
  await open(linkOf(hash))
  await page.getByTestId('hash-transaction').waitFor({ state: 'attached' })
  expect(`0x${await page.getByTestId('hash-transaction').textContent()}`).toBe(hash)
  await page.getByText('Local chain').first().waitFor()
  await closeQuietly(opened)
})
