import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeQuietly, openPage, takePicture, violationsOf } from '../support/console-page.ts'
import { firstViewOf } from './first-view.ts'
import { honestCases, hostileCases, type ReadingCase, readingTree } from './reading.cases.ts'

/** The copy that opens from a disk, out of the build: nothing that a service says is on the screen. */
const diskPage = new URL('../../../packages/console/dist/offline/index.html', import.meta.url).href

async function openCase(page: Page, { text }: ReadingCase): Promise<void> {
  const another = page.getByRole('button', { name: 'Another packet' })
  if (await another.isVisible()) await another.click()
  await page.getByLabel('Or paste it').fill(text)
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  await page.getByTestId('content-hash').waitFor()
  await page.getByLabel('Tree of the strategist').setInputFiles(readingTree)
  await page.getByText('local-eth-main-3.json').waitFor()
}

/** The lower edge of the hash that stands last on the screen. */
async function lastHashOf(page: Page): Promise<number> {
  const { y, height } = (await page.getByTestId('hash-message').boundingBox())!
  return y + height
}

test.each([
  [1440, 900],
  [390, 844],
])(
  'law: the first view of %i by %i says what moves, how much, to whom, on which chain, the answer, the worst warning, and both hashes',
  async (width, height) => {
    const opened = await openPage({ viewport: { width, height } })
    const { page } = opened
    await page.goto(`${diskPage}#/sign`)
    const cases = [...(await honestCases()), ...(await hostileCases())]
    expect(cases).toHaveLength(20)
    for (const each of cases) {
      const { name, answer, words } = each
      await openCase(page, each)
      const view = await firstViewOf(page)
      for (const word of words) expect(view, name).toMatch(word)
      expect(view, name).toContain('Local chain')
      expect(view, name).toMatch(answer === 'no' ? /\bNo\b/ : /\bOpen\b/)
      expect(await page.getByTestId('verdict').getAttribute('data-answer'), name).toBe(answer)
      expect(await lastHashOf(page), name).toBeLessThanOrEqual(height)
      await takePicture(page, `reading-${name.replaceAll(/\W+/g, '-')}-${width}`)
    }
    expect(await violationsOf(page)).toEqual([])
    await closeQuietly(opened)
  },
)
