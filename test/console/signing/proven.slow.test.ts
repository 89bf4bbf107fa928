import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  closeQuietly,
  lookAt,
  openPage,
  takePicture,
  textOfDownload,
  violationsOf,
} from '../support/console-page.ts'
import { type PageServer, pageFolders, startPageServer } from '../support/page-server.ts'
import { signIn } from '../support/sign-in.ts'
import { demoPacket } from './demo-packet.ts'
import { type ProvenPackets, provenPackets, supplyTree } from './proven-packet.ts'
import { openWallet, tickHashes } from './wallet.ts'

const diskPage = pathToFileURL(join(pageFolders.offline, 'index.html')).href

let packets: ProvenPackets
let server: PageServer

beforeAll(async () => {
  packets = await provenPackets()
  server = await startPageServer()
})
afterAll(() => server?.close())

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})
const answerOf = (page: Page) => page.getByTestId('verdict').getAttribute('data-answer')

type TreeUpload = string | Awaited<ReturnType<typeof demoPacket>>['tree']

/** Opens a packet as a signer does, up to the Yes that it has without a simulation. */
async function openRoom(page: Page, text = packets.text): Promise<void> {
  const another = page.getByRole('button', { name: 'Another packet' })
  if (await another.isVisible()) await another.click()
  await page.getByLabel('Or paste it').fill(text)
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  await tickAndDropTree(page)
  expect(await answerOf(page)).toBe('conditional')
}

async function tickAndDropTree(page: Page, tree: TreeUpload = supplyTree): Promise<void> {
  await page.getByTestId('content-hash').waitFor()
  await openWallet(page)
  await page.getByLabel('Version of the Safe').selectOption('1.4.1')
  await page.getByLabel('Tree of the strategist').setInputFiles(tree)
  await page.getByText(/(local-eth-main-3|demo-tree)\.json/).waitFor()
  await tickHashes(page)
}

const dropWitness = (page: Page, text: string) =>
  page.getByLabel('Witness of the simulation').setInputFiles(fileOf('witness.json', text))

/** Types the hash of a block; the box says that it is from another device. */
async function typeHash(page: Page, hash: string, isFromElsewhere = true): Promise<void> {
  await page.getByLabel(/^Hash of block/).fill(hash)
  await page.getByLabel(/^I read this hash elsewhere/).setChecked(isFromElsewhere)
}

const noteOf = (page: Page, name: RegExp) => page.getByRole('note', { name })
const reasonOf = (page: Page, text: string | RegExp) =>
  page.getByRole('listitem').filter({ hasText: text }).first()

/** The mark of a hash that the signer read elsewhere. */
const provenMark = /^Proven from (the )?block hash .*: it would succeed$/

/** One digit of the last node is another. */
function damaged(text: string): string {
  const witness = JSON.parse(text)
  const last = witness.nodes.length - 1
  const node: string = witness.nodes[last]
  witness.nodes[last] = `${node.slice(0, 90)}${node[90] === 'f' ? '0' : 'f'}${node.slice(91)}`
  return JSON.stringify(witness)
}

/** Witnesses of another call: a foreign one, and one of other calldata. */
async function refuseOtherCalls(page: Page): Promise<void> {
  const { foreign, otherCalldata } = packets
  for (const [lie, words] of [
    [foreign, 'from: the simulated call is made by'],
    [otherCalldata, 'data: other calldata was simulated than is signed'],
  ] as const) {
    await openRoom(page)
    await dropWitness(page, lie)
    await noteOf(page, /^The simulation is of another call/).waitFor()
    await reasonOf(page, words).waitFor()
    expect(await answerOf(page)).toBe('no')
    expect(await page.getByLabel(/^Hash of block/).count()).toBe(0)
  }
}

/** A hash that the packet brought, and a damaged witness. */
async function refuseLies(page: Page, where: string): Promise<void> {
  const { witness, blockHash, parallel } = packets
  await openRoom(page)
  await dropWitness(page, parallel.witness)
  expect(await page.getByLabel(/^Hash of block/).inputValue()).toBe('')
  await typeHash(page, parallel.label, false)
  await noteOf(page, /^Proven from a hash that the packet brought/).waitFor()
  await reasonOf(page, 'follows from a hash that the packet brought').waitFor()
  expect(await answerOf(page)).toBe('open')
  expect(await noteOf(page, provenMark).count()).toBe(0)
  await takePicture(page, `signing-brought-${where}`)
  await typeHash(page, parallel.blockHash)
  await reasonOf(page, 'The simulation does not hold').waitFor()
  expect(await answerOf(page)).toBe('no')
  await openRoom(page)
  await dropWitness(page, damaged(witness))
  await typeHash(page, blockHash)
  await reasonOf(page, 'The simulation does not hold').waitFor()
  expect(await answerOf(page)).toBe('no')
  await dropWitness(page, witness.slice(0, 999))
  await page.getByText('is not JSON, or was cut').waitFor()
}

/** From no witness to a simulation that is proven in the page. */
async function prove(page: Page, where: string): Promise<void> {
  await openRoom(page)
  await page.getByText('No witness is beside this packet').waitFor()
  await dropWitness(page, packets.witness)
  await noteOf(page, /^Verified here: what was simulated is the call/).waitFor()
  await reasonOf(page, 'The simulation is not proven yet').waitFor()
  expect(await answerOf(page)).toBe('open')
  await typeHash(page, packets.blockHash)
  await noteOf(page, provenMark).waitFor()
  await reasonOf(page, `Proven from block hash ${packets.blockHash}`).waitFor()
  expect(await answerOf(page)).toBe('conditional')
  await lookAt(page, `signing-proven-${where}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await takePicture(page, `signing-proven-${where}-phone`)
  await page.setViewportSize({ width: 1440, height: 1000 })
}

test('law: a simulation is proven in the room from a hash that the signer gives, and four lies end in a sentence', async () => {
  const opened = await openPage()
  const { page } = opened
  await page.goto(`${server.url}/console/sign`)
  await prove(page, 'served')
  await refuseOtherCalls(page)
  await takePicture(page, 'signing-other-call')
  await refuseLies(page, 'served')
  await openRoom(page, packets.failing.text)
  await dropWitness(page, packets.failing.witness)
  await typeHash(page, packets.blockHash)
  await reasonOf(page, 'the call fails. The call would revert').waitFor()
  expect(await answerOf(page)).toBe('no')
  expect(await violationsOf(page)).toEqual([])
  await closeQuietly(opened)
})

test('law: the folder for a disk proves a simulation with the network cut, and refuses lies', async () => {
  const opened = await openPage()
  const { page, context } = opened
  await context.setOffline(true)
  await page.goto(`${diskPage}#/sign`)
  await prove(page, 'disk')
  await refuseLies(page, 'disk')
  await closeQuietly(opened)
})

test('law: packet and witness are dropped together, saved as one file, and opened from it', async () => {
  const opened = await openPage({ theme: 'dark' })
  const { page } = opened
  await page.goto(`${server.url}/console/sign`)
  const files = [fileOf('witness.json', packets.witness), fileOf('packet.json', packets.text)]
  await page.getByLabel('Packet file').setInputFiles(files)
  await page.getByText('Witness: witness.json').waitFor()
  const hash = await page.getByTestId('content-hash').textContent()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the packet with its evidence' }).click(),
  ])
  const both = await textOfDownload(saved)
  await page.getByRole('button', { name: 'Another packet' }).click()
  await page.getByLabel('Packet file').setInputFiles(fileOf('both.json', both))
  await page.getByText('Witness: in both.json').waitFor()
  expect(await page.getByTestId('content-hash').textContent()).toBe(hash)
  await tickAndDropTree(page)
  await typeHash(page, packets.blockHash)
  await noteOf(page, provenMark).waitFor()
  expect(await answerOf(page)).toBe('conditional')
  await page.getByRole('button', { name: 'Leave the witness out' }).click()
  await page.getByText('No witness is beside this packet').waitFor()
  await page.getByRole('button', { name: 'Another packet' }).click()
  await page.getByLabel('Packet file').setInputFiles(files[0]!)
  await page.getByText('witness of a simulation, which stands beside a packet').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await closeQuietly(opened)
})

test('law: the service gives the witness of what it built or simulated, and the page proves it', async () => {
  const { url, text, tree, built, strategist, chainId } = await demoPacket()
  const { block_hash: hash } = built.simulation_proof as { readonly block_hash: string }
  const opened = await openPage()
  const { page } = opened
  await signIn(opened, { role: 'strategist' })
  await page.goto(`${url}/console/sign`)
  const paste = async (packet: string) => {
    await page.getByLabel('Or paste it').fill(packet)
    await page.getByRole('button', { name: 'Open what I pasted' }).click()
  }
  const prove = async (blockHash: string) => {
    await page.getByRole('button', { name: 'Take the witness from this server' }).click()
    await noteOf(page, /^Verified here: what was simulated is the call/).waitFor()
    await typeHash(page, blockHash)
    await noteOf(page, provenMark).waitFor()
    await reasonOf(page, `Proven from block hash ${blockHash}`).waitFor()
  }
  await paste(JSON.stringify(built))
  await page.getByLabel('Safe', { exact: true }).fill(strategist)
  await page.getByLabel('Chain id').fill(chainId)
  await prove(hash)
  await page.getByRole('button', { name: 'Another packet' }).click()
  await paste(text)
  await tickAndDropTree(page, tree)
  const response = page.waitForResponse('**/simulate/**')
  await page.getByRole('button', { name: 'Simulate with this server' }).click()
  const answer = (await (await response).json()) as typeof built
  await prove((answer.simulation_proof as { readonly block_hash: string }).block_hash)
  expect(await answerOf(page)).toBe('conditional')
  await lookAt(page, 'signing-witness-of-server')
  await closeQuietly(opened)
})
