import { spawnSync } from 'node:child_process'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeQuietly, openPage } from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { addAuthenticator, inviteUser } from './support/sign-in.ts'

test('default: from the invitation to a key that curl uses in at most 7 clicks', async () => {
  const { url } = await openDemo()
  const { link } = await inviteUser({ role: 'viewer' })
  const opened = await openPage()
  const { page, context } = opened
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await addAuthenticator(opened)
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await page.goto(link)
  await click(page.getByRole('button', { name: 'Register a passkey' }))
  await page.waitForURL('**/console/vaults')
  await click(page.getByRole('link', { name: /^Settings of/ }))
  await click(page.getByRole('link', { name: 'API keys' }))
  await click(page.getByRole('button', { name: 'Create a key' }))
  const draft = page.getByRole('dialog', { name: 'Create an API key' })
  await draft.getByLabel('What it is for').fill('back office')
  await click(draft.getByRole('button', { name: 'Create the key' }))
  const secret = page.getByRole('dialog', { name: 'Your new key' })
  const command = (await secret.getByText(/^curl -s -H/).textContent())!
  await click(secret.getByRole('button', { name: 'I have kept it' }))
  expect(clicks).toBeLessThanOrEqual(7)
  expect(command).toContain(url)
  const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8', timeout: 30_000 })
  expect(JSON.parse(stdout).data).toBeInstanceOf(Array)
  await closeQuietly(opened)
})
