import type { ControlReadingData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import {
  closeQuietly,
  lookAt,
  openPage,
  textOfDownload,
  violationsOf,
} from './support/console-page.ts'
import { type Demo, openDemo } from './support/demo.ts'
import { signInByKey } from './support/key-session.ts'

/** Waits for the first reading of the demo's own indexer. */
async function awaitReading({ url, key, vaults }: Demo) {
  const { chain, vault } = vaults[0]!
  const read = async () => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${url}/v1/vaults/${chain}/${vault}/control`, { headers })
    if (!response.ok) return null
    return ((await response.json()) as { data: ControlReadingData }).data
  }
  await expect.poll(read, { interval: 500 }).not.toBeNull()
  const { block_number: number, block_hash: hash } = (await read())!
  return { chain, vault, block: { number, hash } }
}

test('golden: who controls a vault is computed in the page, also with the network cut, and a false hash is refused', async () => {
  const demo = await openDemo()
  const { chain, vault, block } = await awaitReading(demo)
  const opened = await openPage()
  const { page, context } = opened
  await signInByKey(page, demo)
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}/control`)
  const verdict = page.getByTestId('verdict')
  await verdict.getByText('Does it take two keys or more to take the money?').waitFor()
  expect(await verdict.getAttribute('data-answer')).toBe('no')
  await page.getByText('One key can take this vault, at once.', { exact: true }).waitFor()
  const table = page.getByRole('group', { name: 'Who can do what' })
  const row = table.getByRole('row', { name: /^manage freely/ })
  expect(await row.textContent()).toMatch(/1 keyat oncekey 0x.* → owner/)
  await page.getByText('Nothing changed since the first reading').waitFor()
  await lookAt(page, 'vault-control')

  await context.setOffline(true)
  const entry = page.getByLabel(`Hash of block ${block.number}`)
  await entry.fill(`0x${'11'.repeat(32)}`)
  await page.getByText('Nothing is proven: the file is refused').waitFor()
  expect(await verdict.count()).toBe(0)
  await page.getByLabel('Hash of the block').fill(block.hash)
  await page.getByLabel(/^I read this hash elsewhere/).check()
  await verdict.waitFor()
  await page.getByText('the hash of the block is from another source').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what proves it' }).click()
  const file = await textOfDownload(await saved)
  expect(JSON.parse(file)).toMatchObject({ format: 'vaultwright-control-witness' })
  expect(await violationsOf(page)).toEqual([])
  await context.setOffline(false)
  await closeQuietly(opened)
})
