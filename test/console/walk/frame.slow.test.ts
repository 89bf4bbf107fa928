import { expect, test } from 'vitest'
import {
  closeQuietly,
  openPage,
  takePicture,
  themes,
  violationsOf,
} from '../support/console-page.ts'
import { openDemo } from '../support/demo.ts'

test.each(themes)('default: the frame opens and names its keys, %s', async (theme) => {
  const { url } = await openDemo()
  const opened = await openPage({ theme })
  const { page } = opened
  await page.goto(`${url}/console/trees`)
  await page.getByRole('heading', { name: 'Tree explorer' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePicture(page, `frame-${theme}`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.waitForURL('**/console/sign')
  await closeQuietly(opened)
})
