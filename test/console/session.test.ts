import { beforeAll, expect, test } from 'vitest'
import {
  closeQuietly,
  openPage,
  takePicture,
  themes,
  violationsOf,
} from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { addAuthenticator, inviteUser, signIn } from './support/sign-in.ts'

beforeAll(async () => {
  await openDemo()
})

test('default: an invitation registers a passkey, which signs in again and returns', async () => {
  const { url } = await openDemo()
  const { link, user } = await inviteUser({ role: 'curator' })
  const opened = await openPage()
  const { page } = opened
  await addAuthenticator(opened)
  await page.goto(link)
  await page.getByText(user.name, { exact: true }).waitFor()
  expect(page.url()).toBe(`${url}/console/invite`)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
    await takePicture(page, `invite-${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Register a passkey' }).press('Enter')
  await page.waitForURL('**/console/vaults')
  await page.getByRole('link', { name: `Settings of ${user.name}` }).waitFor()
  await page.goto(link)
  await page.getByRole('note', { name: 'This link was used' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePicture(page, 'invite-used')
  await opened.context.clearCookies()
  await page.goto(`${url}/console/settings/keys`)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.waitFor()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
    await takePicture(page, `sign-in-${colorScheme}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await takePicture(page, 'sign-in-phone')
  await button.press('Enter')
  await page.waitForURL('**/console/settings/keys')
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  opened.complaints.splice(0, opened.complaints.length, ...unexpected(opened.complaints))
  await closeQuietly(opened)
})

test('refuses: a bare address has no passkeys and says where there are some', async () => {
  const { url } = await openDemo()
  const opened = await openPage()
  const { page } = opened
  await page.goto(`${url.replace('localhost', '127.0.0.1')}/console/sign-in`)
  await page.getByRole('note', { name: 'Browsers make no passkeys for this address' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePicture(page, 'sign-in-bare')
  const user = await signIn(opened, { role: 'viewer' })
  await page.goto('about:blank')
  await page.goto(`${url}/console/trees`)
  await page.getByRole('link', { name: `Settings of ${user.name}` }).waitFor()
  await closeQuietly(opened)
})

test('law: a session that begins or ends does so in every tab, and each tab comes back to where it was', async () => {
  const { url } = await openDemo()
  const { link, user } = await inviteUser({ role: 'curator' })
  const opened = await openPage()
  const { page, context } = opened
  await addAuthenticator(opened)
  await page.goto(link)
  await page.getByRole('button', { name: 'Register a passkey' }).click()
  await page.getByRole('link', { name: `Settings of ${user.name}` }).waitFor()
  await page.goto(`${url}/console/settings`)
  const secondTab = await context.newPage()
  secondTab.setDefaultTimeout(300_000)
  await secondTab.goto(`${url}/console/index`)
  await secondTab.getByRole('heading', { name: 'Index' }).waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' })
  await signIn.waitFor()
  await secondTab.waitForURL(/sign-in\?to=.*index/)
  await signIn.click()
  await page.waitForURL('**/console/settings/access')
  await secondTab.waitForURL('**/console/index')

  // The service forgets the session: the next question says so.
  await context.clearCookies()
  // A question that is still under way says so, too: then the button has gone already.
  await secondTab.getByRole('button', { name: 'Read again' }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click()
  })
  await secondTab.waitForURL(/sign-in\?to=.*index/)
  await page.waitForURL(/sign-in\?to=.*settings/)
  opened.complaints.splice(0, opened.complaints.length, ...unexpected(opened.complaints))
  await closeQuietly(opened)
})

test('default: the bare address of a service opens the console in a browser, and lists documents for programs', async () => {
  const { url } = await openDemo()
  const opened = await openPage()
  await opened.page.goto(url)
  await opened.page.waitForURL('**/console/sign-in?*')
  expect(await (await fetch(url)).json()).toMatchObject({ docs: expect.stringMatching(/docs$/) })
  await closeQuietly(opened)
})

/** The browser reports every answer that is not a 200. */
function unexpected(complaints: readonly string[]): readonly string[] {
  return complaints.filter((text) => !/status of 4(?:09|01)/.test(text))
}
