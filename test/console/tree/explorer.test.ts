import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeQuietly, openPage, takePicture, violationsOf } from '../support/console-page.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'

const trees = fileURLToPath(new URL('../../../fixtures/trees', import.meta.url))
const policies = fileURLToPath(new URL('../../../fixtures/policy', import.meta.url))
let server: PageServer

beforeAll(async () => {
  server = await startPageServer()
})
afterAll(() => server.close())

/** Opens the explorer and gives it a file of the fixtures. */
async function openTree(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/console/trees`)
  await page.getByLabel('Tree file').setInputFiles(join(trees, name))
}

/** The violations that axe finds in a page; the two themes are looked at in turns, and pictures are of both. */
async function violationsIn(page: Page, theme: 'light' | 'dark', name: string) {
  if (process.env.CONSOLE_SHOTS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `${name}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: theme })
  return violationsOf(page)
}

test('default: a tree from a file is searched, read, checked and compared, by keyboard', {
  timeout: 180_000,
}, async () => {
  const opened = await openPage()
  const { page } = opened
  await page.goto(`${server.url}/console/trees`)
  await page.getByText('Drop a tree file here').waitFor()
  expect(await violationsIn(page, 'light', 'tree-start')).toEqual([])
  await openTree(page, 'example-1024.json')
  await page.getByText(/the root is the stated one/).waitFor()
  await page.getByRole('tab', { name: /findings ?\d/i }).waitFor()

  const grid = page.getByRole('grid', { name: 'Leaves' })
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const panel = page.getByRole('complementary', { name: 'Leaf 2' })
  await panel.getByText('Proven in this page').waitFor()
  await panel.getByText(/Argument 1: [a-z]/).waitFor()
  expect(new URL(page.url()).searchParams.get('slot')).toBe('2')
  for (const theme of ['light', 'dark'] as const)
    expect(await violationsIn(page, theme, 'tree-leaf')).toEqual([])
  await page.keyboard.press('Enter')
  expect(await panel.getByRole('heading').evaluate((node) => node === document.activeElement)).toBe(
    true,
  )

  await panel.getByText('Why would a call be refused?').click()
  await panel.getByRole('textbox').fill('0x095ea7b3')
  await panel.getByRole('button', { name: 'Ask the tree' }).click()
  await panel.getByRole('note', { name: /Refused|Open/ }).waitFor()
  expect(await violationsIn(page, 'light', 'tree-refused')).toEqual([])

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('fn:approve has:finding')
  await page.waitForURL(/q=fn/)
  await page.getByLabel('Group by').selectOption('protocol')
  await page.waitForURL(/by=protocol/)
  expect(await violationsIn(page, 'dark', 'tree-group')).toEqual([])

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press(']')
  await page.waitForURL(/find=1/)
  expect(await violationsIn(page, 'light', 'tree-findings')).toEqual([])

  await page.getByRole('tab', { name: 'actions' }).click()
  await page.getByRole('grid', { name: 'Actions' }).waitFor()
  expect(await violationsIn(page, 'dark', 'tree-actions')).toEqual([])

  await page.getByRole('tab', { name: 'risk' }).click()
  await page.getByText('Are the funds safe from a stolen key?', { exact: true }).waitFor()
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe('no')
  await page.getByText('A call that takes it').first().click()
  await page.getByText(/^slot \d+:/).waitFor()
  expect(await violationsIn(page, 'light', 'tree-risk')).toEqual([])

  await page.getByRole('tab', { name: 'policy' }).click()
  await page.getByLabel('Policy file').setInputFiles(join(policies, 'strict.json'))
  await page.getByRole('note', { name: /policy/ }).waitFor()
  expect(await violationsIn(page, 'dark', 'tree-policy')).toEqual([])

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('d')
  await page.getByLabel('Other tree file').setInputFiles(join(trees, 'variant-gaps.json'))
  await page.getByRole('heading', { name: 'What changes' }).waitFor()
  expect(await violationsIn(page, 'light', 'tree-diff')).toEqual([])

  await page.getByRole('tab', { name: 'leaves' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violationsIn(page, 'dark', 'tree-phone')).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await closeQuietly(opened)
})
