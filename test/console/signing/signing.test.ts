import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { closeQuietly, openPage, takePicture, violationsOf } from '../support/console-page.ts'
import { openDemo } from '../support/demo.ts'
import { signIn } from '../support/sign-in.ts'
import { demoPacket } from './demo-packet.ts'
import { hostilePackets, packetWith, treeFile, typedData } from './packet.ts'
import { openWallet, tickHashes } from './wallet.ts'

/** The copy that opens from a disk, out of the build. */
const diskPage = new URL('../../../packages/console/dist/offline/index.html', import.meta.url).href

/** Opens a packet as a signer does: paste, version, tree, the tick. */
async function openPacket(page: Page, text: string): Promise<void> {
  const another = page.getByRole('button', { name: 'Another packet' })
  if (await another.isVisible()) await another.click()
  await page.getByLabel('Or paste it').fill(text)
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  await page.getByTestId('content-hash').waitFor()
  await openWallet(page)
  await page.getByLabel('Version of the Safe').selectOption('1.4.1')
}

async function dropTree(page: Page, file: string | TreeText = treeFile): Promise<void> {
  await page.getByLabel('Tree of the strategist').setInputFiles(file)
  const name = typeof file === 'string' ? 'example-1024.json' : file.name
  await page.getByText(name).waitFor()
}

type TreeText = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }
type ProofAnswer = { readonly data: { readonly block_hash: string; storage_proof: string[] } }

/** The same bytes, but the last. */
const withOtherByte = (node: string) => `${node.slice(0, -2)}${node.endsWith('00') ? '01' : '00'}`

const answerOf = (page: Page) => page.getByTestId('verdict').getAttribute('data-answer')
const hashOf = async (page: Page, name: string) =>
  `0x${await page.getByTestId(`hash-${name}`).textContent()}`

/** Walks through the room: an honest packet to its Yes, then packets that must not get one. */
async function walkThrough(
  page: Page,
  where: string,
  packets: typeof hostilePackets,
): Promise<void> {
  await page.getByRole('heading', { name: 'Signing room' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await openPacket(page, packetWith({}))
  expect(await hashOf(page, 'transaction')).toBe(hashTypedData(typedData as never))
  expect(await answerOf(page)).toBe('open')
  await dropTree(page)
  expect(await answerOf(page)).toBe('open')
  await tickHashes(page)
  expect(await answerOf(page)).toBe('conditional')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
    await takePicture(page, `signing-yes-${where}-${colorScheme}`)
  }
  await page.getByLabel('Nonce', { exact: true }).fill('99')
  expect(await answerOf(page)).toBe('no')
  await page.getByText("is not the packet's own").first().waitFor()
  for (const [name, changes, answer, words] of packets) {
    await openPacket(page, packetWith(changes))
    await dropTree(page)
    await tickHashes(page)
    expect(await answerOf(page), name).toBe(answer)
    await page.getByRole('listitem').filter({ hasText: words }).first().waitFor()
  }
  await openPacket(page, packetWith(packets[0]![1]))
  await page.getByText('DELEGATE CALL', { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await takePicture(page, `signing-no-${where}-phone`)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

test('law: both losses in miniature end in No, served under the content policy', async () => {
  const { url } = await openDemo()
  const opened = await openPage()
  await opened.page.goto(`${url}/console/sign`)
  await walkThrough(opened.page, 'served', hostilePackets)
  await closeQuietly(opened)
})

test('law: both losses in miniature end in No, from a disk with the network cut', async () => {
  const opened = await openPage()
  const { page, context } = opened
  await context.setOffline(true)
  await page.goto(`${diskPage}#/sign`)
  await walkThrough(page, 'disk', hostilePackets.slice(0, 3))
  await closeQuietly(opened)
})

test('law: a root is proven in the page from what the service answers, and no changed byte passes', async () => {
  const { text, tree, url } = await demoPacket()
  const opened = await openPage()
  const { page } = opened
  await signIn(opened, { role: 'viewer' })
  await page.goto(`${url}/console/sign`)
  await openPacket(page, text)
  await dropTree(page, tree)
  await tickHashes(page)
  // Until the service says whether reviewers are asked for, the answer is open.
  await page.getByText('your organisation asks for none').waitFor()
  expect(await answerOf(page)).toBe('conditional')
  await page.route('**/roots/*/proof', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as ProofAnswer
    json.data.storage_proof = json.data.storage_proof.map((node) => withOtherByte(node))
    await route.fulfill({ response, json })
  })
  const prove = page.getByRole('button', { name: 'Prove the root on chain' })
  await prove.click()
  await page.getByText('That cannot be used').waitFor()
  await page.getByText(/does not hold|is not the proof/).waitFor()
  await page.getByText('the tree that you dropped, rebuilt here').waitFor()
  await page.unrouteAll()
  const answering = page.waitForResponse('**/roots/*/proof')
  await prove.press('Enter')
  await page.getByText('proven here from the hash of a block').waitFor()
  const { data } = (await (await answering).json()) as ProofAnswer
  await page.getByText(data.block_hash.slice(2, 10)).first().waitFor()
  expect(await answerOf(page)).toBe('conditional')
  expect(await page.getByText('A proof of the root does.').count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
  await takePicture(page, 'signing-proven')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.setViewportSize({ width: 718, height: 1046 })
  await takePicture(page, 'signing-print')
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await closeQuietly(opened)
})

test('default: a link brings its packet, and leaves nothing of it in the address', async () => {
  const { deflateRawSync } = await import('node:zlib')
  const packet = deflateRawSync(packetWith({})).toString('base64url')
  const { url } = await openDemo()
  const served = `${url}/console/sign`
  const opened = await openPage({ theme: 'dark' })
  const { page } = opened
  for (const [place, expected] of [
    [served, served],
    [diskPage, `${diskPage}#/sign`],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(`${place}#packet=${packet}`)
    await page.getByTestId('content-hash').waitFor()
    expect(page.url()).toBe(expected)
  }
  await page.goto('about:blank')
  await page.goto(`${served}#packet=${packet.slice(0, 99)}`)
  await page.getByText('was cut or changed on its way').waitFor()
  await closeQuietly(opened)
})

test('refuses: hostile files end in a sentence, never in a white page', async () => {
  const { url } = await openDemo()
  const opened = await openPage()
  const { page } = opened
  await page.goto(`${url}/console/sign`)
  const files = [
    ['markup.json', '<img src=x onerror=alert(1)>', 'neither hex'],
    ['twice.json', '{"encoded_tx_data":"0x00","encoded_tx_data":"0x01"}', 'twice'],
    ['deep.json', '['.repeat(200_000), 'JSON'],
    ['empty.txt', '', 'empty'],
  ] as const
  for (const [name, text, words] of files) {
    await page
      .getByLabel('Packet file')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await page.getByText(words).first().waitFor()
  }
  const binary = {
    name: 'a.bin',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(process.execPath).subarray(0, 5_000),
  }
  await page.getByLabel('Packet file').setInputFiles(binary)
  await page.getByText('is not text').waitFor()
  await openPacket(page, packetWith({}))
  await page.getByLabel('Tree of the strategist').setInputFiles({
    name: 'lie.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      readFileSync(treeFile, 'utf8').replace(/"ManageRoot": "0x../, '"ManageRoot": "0x00'),
    ),
  })
  await page.getByText('the file contradicts itself').waitFor()
  const drone = page.getByLabel('A drone of the vault')
  for (const [account, words] of [
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'is not a drone'],
    ['0x00000000000000000000000000000000000d0e00', 'named by you'],
  ] as const) {
    await drone.fill(account)
    await page.getByRole('button', { name: 'Add the drone' }).click()
    await page.getByText(words).first().waitFor()
  }
  expect(await answerOf(page)).toBe('no')
  expect(await violationsOf(page)).toEqual([])
  await closeQuietly(opened)
})
