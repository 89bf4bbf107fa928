import type { Hex } from '@vaultwright/base'
import { openChain, stateFileOf } from '@vaultwright/chain'
import { printFinalityFile } from '@vaultwright/finality'
import { printSimulation, replayTimes, replayWitness } from '@vaultwright/outcome'
import { parseWitness, printStateFile } from '@vaultwright/proof'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finalityOfBlock } from '../../support/node/local-beacon.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import {
  type FiftyActionWitness,
  fiftyActionWitness,
} from '../../support/proven/fifty-action-witness.ts'
import { closeQuietly, textOfDownload } from '../support/console-page.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'
import { giveFinality, hashField, openCutPage } from './cut-page.ts'

let server: PageServer
let fifty: FiftyActionWitness

beforeAll(async () => {
  ;[server, fifty] = await Promise.all([startPageServer(), fiftyActionWitness()])
})
afterAll(() => server?.close())

const elsewhere = (page: Page) =>
  page.getByRole('checkbox', { name: /^I read this hash elsewhere/ })

const openCut = (witness?: string) => openCutPage(server, fifty, witness)

/** Types a hash as explorers show it: in upper case, in groups. */
async function typeHash(page: Page, hash: Hex): Promise<void> {
  const groups = hash.slice(2).toUpperCase().match(/.{4}/g)!
  await hashField(page)
    .first()
    .fill(`0x ${groups.join(' ')}`)
}

async function savedResult(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save this result' }).click(),
  ])
  return textOfDownload(download)
}

test('law: fifty actions replayed with the network cut are byte for byte what Node says', async () => {
  const opened = await openCut()
  const { page, sent } = opened
  await page.getByText('0 of 64 digits').waitFor()
  expect(await hashField(page).inputValue()).toBe('')
  await typeHash(page, fifty.blockHash)
  await page
    .getByRole('note', { name: 'Proven from a hash that the server brought: it would succeed' })
    .waitFor()
  await elsewhere(page).check()
  await page
    .getByRole('note', { name: /^Proven from block hash 0x[0-9a-f]{8}….*: it would succeed$/ })
    .waitFor()
  await page
    .getByRole('note', { name: /^It is the calldata of this page, and the server states/ })
    .waitFor()
  const inNode = await replayWitness(parseWitness(fifty.text), fifty.blockHash)
  expect(await savedResult(page)).toBe(printSimulation(inNode.simulation))
  expect(printSimulation(inNode.simulation)).toBe(printSimulation(fifty.proven.simulation))
  expect(await page.getByText('What is not proven').count()).toBe(1)

  await page.getByRole('button', { name: 'Try later times' }).click()
  const times = page.getByRole('group', { name: 'Times tried' })
  await times.waitFor()
  const rows = await times.getByRole('row').allTextContents()
  const tried = await replayTimes(parseWitness(fifty.text), fifty.blockHash)
  expect(rows.slice(1)).toHaveLength(tried.length)
  for (const [index, { outcome }] of tried.entries()) {
    const isHeld = outcome?.status === 'success'
    expect(rows[index + 1]).toContain(isHeld ? 'holds: it would succeed' : 'it would fail')
  }
  expect(sent).toEqual([])
  await closeQuietly(opened)
})

test('default: a checkpoint and a finality file take the place of hash and chain, with the network cut', async () => {
  const { number, timestamp } = fifty.proven.simulation.block
  const block = { number, hash: fifty.blockHash }
  const executed = { ...block, stateRoot: `0x${'00'.repeat(32)}` as Hex, timestamp }
  const { file: finality, checkpoint, network } = finalityOfBlock(31337, executed)
  const file = printFinalityFile(finality)
  const opened = await openCut()
  const { page, sent } = opened
  await giveFinality(page, file, network)
  const follow = async (root: Hex) => {
    await page.getByRole('textbox', { name: 'Checkpoint' }).fill(root)
    await page.getByRole('button', { name: 'Follow the file in this page' }).click()
  }
  await follow(`0x${'22'.repeat(32)}`)
  await page.getByText('The block is not proven final').waitFor()
  await follow(checkpoint)
  await page.getByText(`Final: block ${number} of chain 31337, slot 200, 511 of 512`).waitFor()
  await page
    .getByRole('note', { name: 'Proven from a hash that the server brought: it would succeed' })
    .waitFor()
  await page.getByRole('checkbox', { name: /^I read this checkpoint elsewhere/ }).check()
  await page
    .getByRole('note', { name: /^Proven under a final block, from 0x.*: it would succeed$/ })
    .waitFor()
  await page.getByText('The checkpoint: it is worth as much as the source').waitFor()
  expect(await page.getByText('its hash is worth as much').count()).toBe(0)
  expect(sent).toEqual([])
  await closeQuietly(opened)
})

test('refuses: another chain than the witness takes, and a time that its block does not give', async () => {
  const file = JSON.parse(fifty.text) as { request: object }
  const late = { ...file, request: { ...file.request, timestamp: '1099511627776' } }
  for (const witness of [fifty.text, JSON.stringify(late)]) {
    const opened = await openCut(witness)
    const { page } = opened
    if (witness === fifty.text) {
      await page.getByLabel('Chain of the block').selectOption('1')
    }
    await typeHash(page, fifty.blockHash)
    await elsewhere(page).check()
    await page
      .getByRole('note', { name: 'No: the witness is of terms that its block does not give' })
      .waitFor()
    expect(await page.getByRole('note', { name: /^Proven from/ }).count()).toBe(0)
    await closeQuietly(opened)
  }
})

test('default: whether it still holds follows from a state file, dropped by hand, and its own hash', async () => {
  const { unmoved, moved } = await newerStates()
  const opened = await openCut()
  const { page, sent } = opened
  await typeHash(page, fifty.blockHash)
  await elsewhere(page).check()
  const drop = async ({ text, hash }: NewerFile) => {
    const buffer = Buffer.from(text)
    const file = { name: 'state.json', mimeType: 'application/json', buffer }
    await page.getByLabel('State file').setInputFiles(file)
    const field = hashField(page).nth(1)
    await field.waitFor()
    expect(await field.inputValue()).toBe('')
    await field.fill(hash)
    await elsewhere(page).nth(1).check()
  }
  await page.getByLabel('State file').waitFor({ state: 'attached' })
  await drop(unmoved)
  await page.getByRole('note', { name: 'It still holds' }).waitFor()
  await drop(moved)
  await page.getByRole('note', { name: 'Something moved: simulate again' }).waitFor()
  const table = page.getByRole('group', { name: 'What moved' })
  expect(await table.getByRole('row').count()).toBe(2)
  await drop({ ...moved, hash: unmoved.hash })
  await page.getByRole('note', { name: 'The newer state proves nothing' }).waitFor()
  expect(sent).toEqual([])
  await closeQuietly(opened)
})

test('refuses: another hash, a piece left out, a witness of another call; never an outcome', async () => {
  const opened = await openCut()
  const { page } = opened
  const refused = page.getByRole('note', { name: 'Nothing is proven: the witness is refused' })
  const outcome = page.getByRole('note', { name: /it would (succeed|fail)$/ })
  await typeHash(page, `0x${'11'.repeat(32)}`)
  await refused.waitFor()
  expect(await refused.textContent()).toContain('the header hashes to')
  expect(await outcome.count()).toBe(0)
  await hashField(page).fill('0xg')
  await page.getByText('"g" is not a hex digit').waitFor()
  await closeQuietly(opened)

  const file = JSON.parse(fifty.text)
  const lacking = await openCut(JSON.stringify({ ...file, codes: file.codes.slice(1) }))
  await typeHash(lacking.page, fifty.blockHash)
  await lacking.page.getByText('is not there').waitFor()
  expect(await lacking.page.getByRole('note', { name: /it would/ }).count()).toBe(0)
  await closeQuietly(lacking)

  const request = { ...file.request, value: '1' }
  const foreign = await openCut(JSON.stringify({ ...file, request }))
  await typeHash(foreign.page, fifty.blockHash)
  const note = foreign.page.getByRole('note', { name: 'The witness is not of this simulation' })
  expect(await note.textContent()).toContain('sends 1 wei')
  await closeQuietly(foreign)
})

type NewerFile = { readonly text: string; readonly hash: Hex }

/** State files of what the batch read: after an empty block, and after one slot of it moved. */
async function newerStates(): Promise<{ readonly unmoved: NewerFile; readonly moved: NewerFile }> {
  const local = await startLocalChain()
  try {
    const { rpc } = local.anvil
    const chain = await openChain(rpc, { id: local.manifest.chainId })
    const { slotUse } = fifty.proven
    const fileNow = async (): Promise<NewerFile> => {
      await rpc.ask([{ method: 'anvil_mine', params: ['0x1'] }])
      const block = await chain.readBlock('latest')
      return { text: printStateFile(await stateFileOf(chain, slotUse, block)), hash: block.hash }
    }
    const unmoved = await fileNow()
    const { account, slot, value } = slotUse.slots.find((place) => BigInt(place.value) > 1n)!
    const word = `0x${(BigInt(value) - 1n).toString(16).padStart(64, '0')}`
    await rpc.ask([{ method: 'anvil_setStorageAt', params: [account, slot, word] }])
    return { unmoved, moved: await fileNow() }
  } finally {
    await local.anvil.close()
  }
}
