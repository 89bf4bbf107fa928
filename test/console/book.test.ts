import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseHex, printHex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { tokenOf } from '@vaultwright/registry'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { typedData } from './signing/packet.ts'
import { closeQuietly, lookAt, openPage, takePicture } from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { signIn } from './support/sign-in.ts'

const drone = '0xe29a6c04652F6F3d7146e360B036d4A7aE90B108'

test('golden: a curator names an account, and the signing room shows the name with its mark', async () => {
  const { url } = await openDemo()
  const opened = await openPage({ viewport: { width: 1440, height: 900 } })
  const { page } = opened
  await signIn(opened, { role: 'curator' })
  await page.goto(`${url}/console/settings/access`)
  await page.getByRole('link', { name: 'Address book' }).click()
  // The demo is shared: no other test has this account.
  const account = checksumOf(printHex(parseHex(`0x${randomBytes(20).toString('hex')}`)))
  const name = `Treasury ${randomBytes(3).toString('hex')}`
  await page.getByLabel('Address', { exact: true }).fill(account.toLowerCase())
  const field = page.getByLabel('Name', { exact: true })
  for (const [text, reason] of [
    ['WETH', 'looks like one of the published record'],
    ['<b>Safe</b>', 'letters a to z'],
    ['Ops\u202eefas', 'letters a to z'],
  ] as const) {
    await field.fill(text)
    await page.getByText(reason).waitFor()
    expect(await page.getByRole('button', { name: 'Name the account' }).isDisabled()).toBe(true)
  }
  await lookAt(page, 'book-refused', ['light'])
  await field.fill(name)
  await page.getByRole('button', { name: 'Name the account' }).click()
  await page.getByRole('rowheader', { name }).waitFor()
  await lookAt(page, 'book')
  await page.setViewportSize({ width: 390, height: 844 })
  await lookAt(page, 'book-phone', ['light'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })

  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, 1n] })
  const message = { ...typedData.message, to: tokenOf(1, 'WETH')!.address, data }
  const domain = { chainId: '1', verifyingContract: typedData.domain.verifyingContract }
  // The drone of this tree is the account: its name stands in the leaves, in findings and in the ways out.
  const tree = readFileSync('fixtures/trees/rust.json', 'utf8')
  await page.goto(`${url}/console/trees`)
  await page.getByLabel('Tree file').setInputFiles({
    name: 'named.json',
    mimeType: 'application/json',
    buffer: Buffer.from(tree.replaceAll(drone.slice(2), account.slice(2))),
  })
  await page
    .getByRole('row', { name: `${name} (address book) ${account.slice(0, 6)}` })
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Risk' }).click()
  await page
    .getByText(`${name} (address book) ${account.slice(0, 6)}`)
    .first()
    .waitFor()
  await lookAt(page, 'book-tree', ['light'])

  await page.goto(`${url}/console/sign`)
  await page.getByLabel('Or paste it').fill(JSON.stringify({ ...typedData, domain, message }))
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  await page.getByText(`${name} (address book)`).first().waitFor()
  const fact = page.locator('dd', { hasText: 'of your address book' })
  expect(await fact.textContent()).toContain(`${name} (address book) ${account.slice(0, 6)}`)
  // A name is no verdict: the account is outside, and no root proves the call, whatever it is called.
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe('open')
  await takePicture(page, 'book-signing')

  // A service that never answers keeps no tree closed.
  await page.route('**/account-names', () => {})
  await page.goto(`${url}/console/trees`)
  await page.getByLabel('Tree file').setInputFiles('fixtures/trees/rust.json')
  await page
    .getByRole('row', { name: drone.slice(0, 6) })
    .first()
    .waitFor()
  await closeQuietly(opened)
})
