import { expect, test } from 'vitest'
import {
  closeQuietly,
  lookAt,
  openPage,
  textOfDownload,
  violationsOf,
} from '../support/console-page.ts'
import { openDemo } from '../support/demo.ts'
import { signInByKey } from '../support/key-session.ts'

test('default: the stored trees of all vaults are listed with their risk, kept, compared and opened', async () => {
  const demo = await openDemo()
  const opened = await openPage()
  const { page } = opened
  await page.goto(`${demo.url}/console/trees`)
  await page.getByText('Drop a tree file here').waitFor()
  expect(await page.getByRole('heading', { name: 'Stored trees' }).count()).toBe(0)

  await signInByKey(page, demo)
  // One answer lists the vaults on three screens: each reads it as another one left it.
  await page.goto(`${demo.url}/console/vaults`)
  await page.getByRole('link', { name: 'Local ETH' }).waitFor()
  await page.getByRole('link', { name: 'Permissions' }).click()
  await page.getByRole('group', { name: 'Vaults' }).getByText('Local ETH').waitFor()
  await page.getByRole('link', { name: 'Trees' }).click()

  const list = page.getByRole('group', { name: 'Stored trees' })
  const row = list.getByRole('row').filter({ hasText: 'Local ETH' }).filter({ hasText: 'in force' })
  await row
    .first()
    .getByText(/way|critical|high|minor/)
    .waitFor()
  expect(await list.getByRole('row').filter({ hasText: 'no tree stored' }).count()).toBe(0)
  expect(await list.getByRole('row').filter({ hasText: 'Local USD' }).count()).toBeGreaterThan(0)
  expect(await violationsOf(page)).toEqual([])
  await lookAt(page, 'tree-list')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row
      .first()
      .getByRole('button', { name: /^Download/ })
      .click(),
  ])
  const { metadata } = JSON.parse(await textOfDownload(file))
  const root = await row.first().locator('code').first().getAttribute('title')
  expect(metadata.ManageRoot).toBe(root)

  await page.setViewportSize({ width: 390, height: 844 })
  await lookAt(page, 'tree-list-narrow')
  await row
    .first()
    .getByRole('link', { name: /leaves$/ })
    .click()
  await page.getByRole('heading', { level: 1, name: `Tree ${root!.slice(0, 10)}` }).waitFor()
  await closeQuietly(opened)
})
