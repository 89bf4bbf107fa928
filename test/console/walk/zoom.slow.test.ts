import { expect, test } from 'vitest'
import {
  closeQuietly,
  openPage,
  takePicture,
  themes,
  violationsOf,
} from '../support/console-page.ts'
import { openDemo } from '../support/demo.ts'
import { screensOf, settled } from '../support/screen-list.ts'
import { signIn } from '../support/sign-in.ts'

/** A window of 1,280 pixels at 400 % has as many as this. */
const zoomed = { width: 320, height: 256 }

test.each(themes)(
  'law: at 400 %% every screen stays within the window, and axe has nothing against it, %s',
  async (theme) => {
    const demo = await openDemo()
    const opened = await openPage({ theme, viewport: zoomed })
    const { page } = opened
    await signIn(opened)
    for (const path of Object.keys(await screensOf(demo))) {
      await page.goto(path.startsWith('/') ? `${demo.url}${path}` : `${demo.url}/console/${path}`)
      await settled(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, `width of ${path}`).toBeLessThanOrEqual(zoomed.width)
      expect.soft(await violationsOf(page), path).toEqual([])
      await takePicture(page, `zoom-${theme}-${path.replaceAll(/0x[0-9a-fA-F]{8,}|\W+/g, '-')}`)
    }
    await closeQuietly(opened)
  },
)
