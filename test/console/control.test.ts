import { printControlWitness, solveControl } from '@vaultwright/access-control'
import type { Address } from '@vaultwright/base'
import { openChain, readControlState } from '@vaultwright/chain'
import { openStore } from '@vaultwright/store'
import { controlReadingOf } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { localChainOfTest, placeOf } from '../support/node/local-chain.ts'
import {
  closeQuietly,
  lookAt,
  openPage,
  textOfDownload,
  violationsOf,
} from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { signInByKey } from './support/key-session.ts'

/** Keeps a reading of the demo's vault, as the indexer does. */
async function keepReading(database: string) {
  const local = await localChainOfTest()
  const chain = await openChain(local.anvil.rpc, { id: 31337 })
  const named = (part: string) => placeOf(local, `Local ETH${part}`).toLowerCase() as Address
  const block = await chain.readBlock('latest')
  const contracts = {
    vault: named(''),
    manager: named(': manager'),
    accountant: named(': accountant'),
    teller: named(': teller'),
    queue: null,
  }
  const { reading, witness } = await readControlState(chain, { contracts, block })
  const answer = solveControl(reading.state)
  const store = await openStore(database)
  try {
    const [tenant] = await store.tenants.list()
    const vaultRef = { chain: 'local', vault: placeOf(local, 'Local ETH') }
    await store.controls.add(tenant!.id, vaultRef, {
      blockNumber: block.number,
      blockHash: block.hash,
      atUnix: block.timestamp,
      witness: printControlWitness(witness),
      answer: JSON.stringify(controlReadingOf(block, reading, answer)),
      change: null,
    })
    return { ...vaultRef, block }
  } finally {
    await store.close()
  }
}

test('golden: who controls a vault is computed in the page, also with the network cut, and a false hash is refused', async () => {
  const demo = await openDemo()
  const { chain, vault, block } = await keepReading(demo.database)
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
