import {
  keysText,
  parseControlWitness,
  printControlWitness,
  replayControl,
  solveControl,
} from '@vaultwright/access-control'
import { openChain, readControlState } from '@vaultwright/chain'
import type { ControlReadingData } from '@vaultwright/wire'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { controlContractsOf } from '../support/node/control-contract.ts'
import { localChainOfTest } from '../support/node/local-chain.ts'
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

/** The witness of the vault that has each trap once, by the command line's own reading. */
async function trapWitness() {
  const local = await localChainOfTest()
  const chain = await openChain(local.anvil.rpc, { id: 31337 })
  const contracts = controlContractsOf(local, 'Control')
  const block = await chain.readBlock('latest')
  const { witness } = await readControlState(chain, { contracts, block })
  const text = printControlWitness(witness)
  const { state } = replayControl(parseControlWitness(text), block.hash)
  return { text, contracts, block, rows: solveControl(state).acts }
}

test('golden: the vault with each trap is answered in the page as in the terminal, with the network cut', async () => {
  const demo = await openDemo()
  const { chain, vault } = demo.vaults[0]!
  const { text, contracts, block, rows } = await trapWitness()
  const opened = await openPage()
  const { page, context } = opened
  await signInByKey(page, demo)
  const address = `${demo.url}/v1/vaults/${chain}/${vault}`
  const headers = { authorization: `Bearer ${demo.key}` }
  const answerOf = async (path: string) => (await fetch(`${address}${path}`, { headers })).text()
  const detail = (await answerOf('')).replace(new RegExp(vault, 'gi'), contracts.vault)
  const { data } = JSON.parse(detail)
  const manager = data.deployments.find((each: { chain: string }) => each.chain === chain).manager
  const json = (body: string) => (route: Route) =>
    route.fulfill({ body, contentType: 'application/json' })
  const served = `**/v1/vaults/${chain}/${contracts.vault}`
  await page.route(`${served}/control/changes*`, json(await answerOf('/control/changes')))
  await page.route(served, json(detail.replace(new RegExp(manager, 'gi'), contracts.manager)))
  await page.route(`${served}/control/witness*`, json(text))
  await page.goto(`${demo.url}/console/vaults/${chain}/${contracts.vault}/control`)
  const verdict = page.getByTestId('verdict')
  await verdict.waitFor()
  await context.setOffline(true)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByLabel(`Hash of block ${block.number}`).fill(block.hash)
  await page.getByLabel(/^I read this hash elsewhere/).check()
  await page.getByText('the hash of the block is from another source').waitFor()
  await page.getByText('Anybody can take this vault, at once.').first().waitFor()
  const table = page.getByRole('group', { name: 'Who can do what' })
  const shown = await table
    .getByRole('row')
    .evaluateAll((list) =>
      list
        .map((row) => [...row.children].map((cell) => cell.textContent))
        .map((cells) => [cells[0], cells[2]]),
    )
  expect(shown.slice(1)).toEqual(rows.map((row) => [row.act.replaceAll('_', ' '), keysText(row)]))
  await page
    .getByText(/messages of chain 30101 mint shares on the word of all 1 of/)
    .first()
    .waitFor()
  expect(sent).toEqual([])
  await context.setOffline(false)
  await lookAt(page, 'vault-control-traps')
  await page.setViewportSize({ width: 390, height: 844 })
  await lookAt(page, 'vault-control-traps-phone')
  expect(await violationsOf(page)).toEqual([])
  await closeQuietly(opened)
})
