import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { closeQuietly, lookAt, openPage, violationsOf } from '../support/console-page.ts'
import { firstViewOf } from './first-view.ts'
import { tickHashes } from './wallet.ts'

const diskPage = new URL('../../../packages/console/dist/offline/index.html', import.meta.url).href
const sampleFile = new URL(
  '../../../packages/console/src/app/part/text/sample-packet.json',
  import.meta.url,
)

test('golden: the tree of the sample is that of the multisig on the local chain', () => {
  const { tree } = JSON.parse(readFileSync(sampleFile, 'utf8'))
  const lending = readFileSync(join(localChainFolder, 'trees/local-eth-lending.json'), 'utf8')
  expect(JSON.parse(tree)).toEqual(JSON.parse(lending))
})

test('default: a first visit sees a sample that may be signed, one that may not, and their tree, without a network', async () => {
  const opened = await openPage()
  const { page, context } = opened
  await context.setOffline(true)
  await page.goto(`${diskPage}#/sign`)
  const answer = () => page.getByTestId('verdict').getAttribute('data-answer')
  await page.getByRole('button', { name: 'Open a sample', exact: true }).click()
  await page.getByTestId('content-hash').waitFor()
  await page.getByText('A sample, made up on a local chain: sign nothing of it.').waitFor()
  expect(await firstViewOf(page)).toMatch(/Supply 25000000000000000000 base units of "WETH"/)
  expect(await answer()).toBe('open')
  await tickHashes(page)
  expect(await answer()).toBe('conditional')
  expect(await violationsOf(page)).toEqual([])
  await lookAt(page, 'sample-yes')

  await page.getByRole('button', { name: 'Another packet' }).click()
  await page.getByRole('button', { name: 'Open a sample that was changed' }).click()
  await page.getByText('A sample, made up').waitFor()
  await tickHashes(page)
  expect(await answer()).toBe('no')
  expect(await firstViewOf(page)).toMatch(/0x2222…2222/)
  await lookAt(page, 'sample-no')

  await page.getByRole('link', { name: 'Trees' }).click()
  await page.getByRole('button', { name: 'Open a sample tree' }).click()
  await page.getByRole('heading', { name: 'Sample: lending of Local ETH' }).waitFor()
  await page.getByText(/the root is the stated one/).waitFor()
  await closeQuietly(opened)
})
