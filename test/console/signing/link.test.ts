import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { openPacket } from '@vaultwright/packet'
import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { localManifest } from '../../api/support/builder-world.ts'
import { closeQuietly, lookAt, openPage, takePicture } from '../support/console-page.ts'
import { type Demo, openDemo } from '../support/demo.ts'
import { signInByKey } from '../support/key-session.ts'
import { firstViewOf } from './first-view.ts'

let demo: Demo

beforeAll(async () => {
  demo = await openDemo()
})

/** Counts what a hand does with the mouse, of which typing is no part. */
function countClicks() {
  const clicks: string[] = []
  const click = async (target: Locator, name: string) => {
    clicks.push(name)
    await target.click()
  }
  return { clicks, click }
}

const answerOf = (page: Page) => page.getByTestId('verdict').getAttribute('data-answer')

/** A strategist supplies 1.5 WETH, from the vault's page to the link. */
async function linkOfSupply() {
  const { chain, vault, strategists } = demo.vaults.find(({ name }) => name === 'Local ETH')!
  const { clicks, click } = countClicks()
  const opened = await openPage({ viewport: { width: 1440, height: 900 } })
  const { page, context } = opened
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByKey(page, demo)
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}`)
  await click(page.locator('summary', { hasText: 'Build' }), 'menu')
  await click(page.locator(`a[href$="/act/${strategists[0]!.address}"]`), 'strategist')
  await page.getByLabel(/^Search \d+ actions$/).fill('aave v3 supply')
  await click(page.getByRole('button', { name: /^Supply Supplies/ }), 'supply')
  await page.getByLabel('asset', { exact: true }).selectOption(localManifest.contracts.WETH!)
  clicks.push('asset')
  await page.getByLabel('amount', { exact: true }).fill('1.5')
  await click(page.getByRole('button', { name: 'Add to the batch' }), 'add')
  await click(page.getByRole('button', { name: 'Build and simulate it' }), 'build')
  await page.getByLabel('Nonce of the Safe').fill('7')
  await page.getByText('One link carries the calls').waitFor()
  await page.getByText('simulated by the service').waitFor()
  // No record has the tokens of a local chain: their decimals are the service's word.
  expect(await answerOf(page)).toBe('open')
  await click(page.getByRole('button', { name: 'Copy link for signers' }).first(), 'link')
  await page.getByText('The link is copied.').waitFor()
  await takePicture(page, 'link-built')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByText('QR code for a second machine').click()
  await page.getByTestId('qr-code').waitFor()
  await lookAt(page, 'link-code', ['light'])
  const codeLink = await readCode(page)
  await closeQuietly(opened)
  return { link, codeLink, clicks }
}

/** The packet file that a link holds, as text. */
function textOfLink(link: string): string {
  const packed = link.slice(link.indexOf('#packet=1.') + '#packet=1.'.length)
  return inflateRawSync(Buffer.from(packed, 'base64url')).toString()
}

/** Reads the drawn code with another library than the one that drew it. */
async function readCode(page: Page): Promise<string> {
  const { size, path } = await page.getByTestId('qr-code').evaluate((element) => ({
    size: Number(element.getAttribute('viewBox')!.split(' ')[2]),
    path: element.firstElementChild!.getAttribute('d')!,
  }))
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const pixel = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4
        pixels.fill(0, pixel, pixel + 3)
      }
  const code = jsQR.default(pixels, width, width)
  if (code === null) throw new Error('No code is drawn that can be read.')
  return code.data
}

test('law: one link opens the signing room complete, as the same file dropped does', async () => {
  const { link, codeLink, clicks } = await linkOfSupply()
  expect(codeLink.startsWith(`${demo.url}/console/sign#packet=1.`)).toBe(true)
  expect(openPacket(textOfLink(codeLink)).contentHash).toBe(
    openPacket(textOfLink(link)).contentHash,
  )
  expect(clicks.length).toBeLessThanOrEqual(8)
  const file = Buffer.from(textOfLink(link))
  const bands: (string | null)[] = []
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const signing = countClicks()
    const opened = await openPage({ viewport })
    const { page } = opened
    await page.goto(link)
    signing.clicks.push('link')
    await page.getByTestId('hash-message').waitFor()
    const view = await firstViewOf(page)
    for (const words of [/Supply/, /1,?500,?000/, /WETH/, /Domain hash/, /Message hash/])
      expect(view).toMatch(words)
    expect(view).toContain('Compare both hashes below with your device')
    expect(await answerOf(page)).toBe('open')
    await signing.click(page.getByLabel('My device shows both'), 'device')
    expect(signing.clicks.length).toBeLessThanOrEqual(3)
    expect(await answerOf(page)).toBe('conditional')
    await page.getByText('is the hash of a recent block').first().waitFor()
    await lookAt(page, `link-arrived-${viewport.width}`)
    const band = page.getByRole('region', { name: /^Answer: Should you sign this/ })
    bands.push(await band.textContent())
    await page.getByRole('button', { name: 'Another packet' }).click()
    const dropped = { name: 'packet.json', mimeType: 'application/json', buffer: file }
    await page.getByLabel('Packet file').setInputFiles(dropped)
    await page.getByLabel('My device shows both').check()
    bands.push(await band.textContent())
    await closeQuietly(opened)
  }
  expect(new Set(bands).size).toBe(1)
})

test('refuses: a link that is broken, a bomb, of another version or of two packets, a sentence each', async () => {
  const opened = await openPage()
  const { page } = opened
  const served = `${demo.url}/console/sign`
  const good = deflateRawSync('0x8456cb59').toString('base64url')
  const bomb = deflateRawSync('0'.repeat(9_000_000)).toString('base64url')
  const cases = [
    [`packet=1.${good.slice(0, -4)}`, 'was cut or changed on its way'],
    [`packet=1.${bomb}`, 'unfolds to more than 2 MiB'],
    [`packet=9.${good}`, 'is of version "9"'],
    [`packet=1.${good}&packet=1.${good}`, 'the link holds two'],
    [`packet=1.${'A'.repeat(33_000)}`, 'is longer than 32 kB'],
  ] as const
  for (const [fragment, words] of cases) {
    await page.goto('about:blank')
    await page.goto(`${served}#${fragment}`)
    await page.getByText(words).waitFor()
    expect(await page.getByTestId('verdict').count()).toBe(0)
  }
  await closeQuietly(opened)
})
