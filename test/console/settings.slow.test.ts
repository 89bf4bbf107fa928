import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeQuietly, lookAt, openPage } from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { signInByKey } from './support/key-session.ts'

const time = '2026-02-13T12:00:00Z'
const keyOf = (id: string, values: object = {}) => ({
  id,
  user_id: 'u',
  description: `job ${id}`,
  prefix: 'vw_live_ab12',
  last_four: 'wxyz',
  rate_per_minute: null,
  created_at: time,
  last_used_at: null,
  revoked_at: null,
  ...values,
})

/** Answers what belongs to a session alone; what was asked of it is in the list. */
async function serveAccess(page: Page): Promise<string[]> {
  const requests: string[] = []
  const keys = [keyOf('k1', { last_used_at: new Date().toISOString() }), keyOf('k2')]
  const user = {
    id: 'u2',
    name: 'alice',
    role: 'curator',
    active: true,
    created_at: time,
    deactivated_at: null,
    passkeys: 1,
    sessions: 2,
    active_keys: 3,
    last_seen_at: time,
  }
  const answers: Readonly<Record<string, () => unknown>> = {
    'GET keys': () => ({ data: keys, most_active: 10 }),
    'POST keys': () => {
      keys.push(keyOf('k3', { description: 'back office' }))
      return { data: { ...keys.at(-1), key: 'vw_live_secret' } }
    },
    'POST keys/k1/revoke': () => {
      keys[0] = keyOf('k1', { revoked_at: time })
      return { data: keys[0] }
    },
    'GET users': () => ({ data: [user] }),
    'POST users/u2/role': () => ({ data: user }),
    'POST users/u2/invite': () => ({
      data: { link: 'http://localhost/console/invite#5ecret', user_id: 'u2', expires_at: time },
    }),
    'GET review-rule': () => ({ data: { required: 0, vaults: [] } }),
    'GET passkeys': () => ({
      data: [{ id: 'p1', name: 'ring', is_synced: false, created_at: time, last_used_at: null }],
    }),
    'GET sessions': () => ({
      data: ['s1', 's2'].map((id) => ({
        id,
        current: id === 's1',
        user_agent: 'Firefox 150 on Linux',
        address: '192.0.2.7',
        created_at: time,
        last_seen_at: time,
        expires_at: time,
      })),
    }),
    'DELETE sessions': () => ({ data: { ended: 1 } }),
  }
  await page.route(
    /\/console\/(keys|users|passkeys|sessions|review-rule)(\/.*)?$/,
    async (route) => {
      const request = route.request()
      const name = `${request.method()} ${new URL(request.url()).pathname.replace('/console/', '')}`
      requests.push(name)
      await route.fulfill({ json: answers[name]?.() })
    },
  )
  return requests
}

test('default: settings are walked through; secrets are shown once, and nothing stops unasked', async () => {
  const demo = await openDemo()
  const opened = await openPage()
  const { page } = opened
  await signInByKey(page, demo)
  const requests = await serveAccess(page)
  await page.goto(`${demo.url}/console/settings/keys`)
  await page.getByText('2 of 10 active').waitFor()
  await lookAt(page, 'settings-keys')

  await page.getByRole('button', { name: 'Create a key' }).click()
  const draft = page.getByRole('dialog', { name: 'Create an API key' })
  expect(await draft.getByRole('button', { name: 'Create the key' }).isDisabled()).toBe(true)
  await draft.getByLabel('What it is for').fill('back office')
  await page.keyboard.press('Enter')
  const secret = page.getByRole('dialog', { name: 'Your new key' })
  await secret.getByText('vw_live_secret', { exact: true }).waitFor()
  await secret.getByText(`curl -s -H 'Authorization: Bearer vw_live_secret'`).waitFor()
  await lookAt(page, 'settings-secret')
  await page.keyboard.press('Escape')
  expect(await secret.isVisible()).toBe(true)
  const question = page.waitForEvent('dialog')
  const back = page.evaluate('history.back()')
  await (await question).dismiss()
  await back
  expect(await secret.isVisible()).toBe(true)
  await secret.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByText('3 of 10 active').waitFor()
  expect(await page.content()).not.toContain('vw_live_secret')

  await page.getByRole('button', { name: 'Revoke job k1' }).click()
  const revoke = page.getByRole('dialog', { name: 'Revoke this key' })
  const certain = revoke.getByRole('button', { name: 'Revoke the key' })
  expect(await certain.isDisabled()).toBe(true)
  await revoke.getByLabel('Last four characters of the key').fill('wxyz')
  await certain.click()
  await page.getByText('2 of 10 active').waitFor()

  const side = page.getByRole('navigation', { name: 'Settings' })
  await side.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Deactivate alice' }).click()
  await page.getByText('3 keys and 2 sessions stop at once.').waitFor()
  await lookAt(page, 'settings-users')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Role alice' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('admin')
  await page.getByText('also manages users').waitFor()
  await page.getByRole('button', { name: 'Change the role' }).click()
  await page.getByRole('button', { name: 'Invite alice' }).click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  await page.getByText('#5ecret').waitFor()
  await page.getByRole('button', { name: 'I have kept it' }).click()

  await side.getByRole('link', { name: 'All keys' }).click()
  await page.getByText(/active keys of \d+ in the tenant/).waitFor()
  await side.getByRole('link', { name: 'Audit' }).click()
  await page.getByText('there are no older ones').waitFor()
  await page.getByLabel('Act', { exact: true }).fill('no such act')
  await page.getByText('No entry that is read holds these texts.').waitFor()
  await page.getByLabel('Act', { exact: true }).fill('key')
  await lookAt(page, 'settings-audit')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('vaultwright-audit.csv')

  await side.getByRole('link', { name: 'My access' }).click()
  await page.getByText('the only one').waitFor()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.getByRole('button', { name: 'As the system' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await lookAt(page, 'settings-access')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect.poll(() => requests).toContain('DELETE sessions')
  expect(requests).toContain('POST users/u2/role')
  await closeQuietly(opened)
})
