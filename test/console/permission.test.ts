import { expect, test } from 'vitest'
import { closeQuietly, lookAt, openPage, violationsOf } from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { signInByKey } from './support/key-session.ts'

test('default: a day and a strategist give the root in force, its actions, and an answer to a call', async () => {
  const demo = await openDemo()
  const opened = await openPage()
  const { page } = opened
  await signInByKey(page, demo)
  await page.goto(`${demo.url}/console/permissions`)
  await page.getByRole('link', { name: 'Local ETH' }).waitFor()
  await lookAt(page, 'permission-list')
  await page.getByRole('link', { name: 'Local ETH' }).press('Enter')
  await page.getByRole('heading', { name: 'Permissions of Local ETH' }).waitFor()
  await page.getByRole('note', { name: 'Sound, verified here' }).waitFor()
  await page.getByRole('table').getByText('complete').first().waitFor()
  await lookAt(page, 'permission')

  const question = page.getByLabel(/^Calldata for the Manager/)
  await question.fill(`0x${'11'.repeat(20)} 0x12345678`)
  await page.getByRole('button', { name: 'Ask the tree' }).press('Enter')
  await page.getByRole('note', { name: 'No: this tree refuses it' }).waitFor()
  await question.fill('not a call')
  await page.getByRole('button', { name: 'Ask the tree' }).press('Enter')
  await page.getByRole('note', { name: 'Not known' }).waitFor()
  expect(await violationsOf(page)).toEqual([])

  const slider = page.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('End')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\d+ [A-Z][a-z]+ 2026 .* leaves/)
  await page.getByLabel(/^At the end of the day/).fill('2020-01-01')
  await page.getByRole('note', { name: 'No root was set by then' }).waitFor()
  expect(page.url()).toContain('day=2020-01-01')
  await page.setViewportSize({ width: 390, height: 844 })
  await lookAt(page, 'permission-narrow')
  await closeQuietly(opened)
})
