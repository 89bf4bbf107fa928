import type { IndexStatusData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import {
  closeQuietly,
  openPage,
  takePicture,
  themes,
  violationsOf,
} from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { signInByKey } from './support/key-session.ts'

test('default: the index has a row a vault, a calendar of days, and parked work that is tried again', async () => {
  const demo = await openDemo()
  const opened = await openPage()
  const { page } = opened
  await signInByKey(page, demo)
  // The demo's own index has no failed work: one is put beside what the service says.
  await page.route(/\/console\/v1\/index\?/, async (route) => {
    const headers = { authorization: `Bearer ${demo.key}` }
    const answer = await route.fetch({
      url: route.request().url().replace('/console/v1', '/v1'),
      headers,
    })
    const { data, page: place } = (await answer.json()) as {
      data: IndexStatusData[]
      page: unknown
    }
    const [first, ...further] = data
    const day = first!.due_to
    const failure = {
      kind: 'vault.snapshot',
      day,
      state: 'parked',
      attempts: 8,
      code: 'price_missing',
      message: 'No source has a price.',
      first_at: '2026-02-13T00:20:00Z',
      last_at: '2026-02-14T00:20:00Z',
      retry_at: null,
    }
    const counts = { failure_count: 1, parked_count: 1 }
    const status = { ...first!, is_current: false, ...counts, failures: [failure] }
    await route.fulfill({ json: { data: [status, ...further], page: place } })
  })
  await page.goto(`${demo.url}/console/index`)
  await page
    .getByRole('table', { name: /^2026-/ })
    .first()
    .waitFor()
  await page.getByText('No source has a price. (price_missing, 8 attempts)').waitFor()
  await page.getByText('1 parked').waitFor()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page), colorScheme).toEqual([])
    await takePicture(page, `index-${colorScheme}`)
  }
  await page.getByRole('button', { name: /^Try again: vault.snapshot/ }).press('Enter')
  await page.getByRole('note', { name: 'Nothing was left to try' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await takePicture(page, 'index-narrow')
  await closeQuietly(opened)
})
