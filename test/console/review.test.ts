import { type Hex, parseHex } from '@vaultwright/base'
import { checkSavedAnswer, passkeyFingerprintOf } from '@vaultwright/check'
import type { ReviewRecordData } from '@vaultwright/wire'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { packetWith } from './signing/packet.ts'
import {
  type ConsolePage,
  closeQuietly,
  lookAt,
  openPage,
  takePicture,
  textOfDownload,
} from './support/console-page.ts'
import { openDemo } from './support/demo.ts'
import { addAuthenticator, inviteUser } from './support/sign-in.ts'

/** Opens a page whose user has a passkey, which answers without a click. */
async function openAsReviewer(): Promise<ConsolePage & { readonly name: string }> {
  const { link, user } = await inviteUser({ role: 'curator' })
  const opened = await openPage({ viewport: { width: 1440, height: 900 } })
  await addAuthenticator(opened)
  await opened.page.goto(link)
  await opened.page.getByRole('button', { name: 'Register a passkey' }).click()
  await opened.page.waitForURL('**/console/vaults')
  return { ...opened, name: user.name }
}

test('golden: a reviewer comes from a pending root to its changes, its risk and the approval in at most 6 clicks', async () => {
  const reviewer = await openAsReviewer()
  const { page, name, complaints } = reviewer
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  await click(page.getByRole('row', { name: /Local ETH/ }).getByRole('link'))
  await click(page.getByRole('link', { name: /A root waits to be set lending/ }))
  await page.getByText('Does it stay as safe as today?', { exact: true }).waitFor()
  await click(page.getByRole('link', { name: 'Read what a stolen key could do' }))
  await page.getByText('Are the funds safe from a stolen key?', { exact: true }).waitFor()
  await page.getByLabel('Comment').fill('Read every way out.\n<b>Fine</b>')
  await click(page.getByRole('button', { name: 'Approve' }))
  const entry = page.getByRole('listitem').filter({ hasText: name })
  await entry.getByText('approved', { exact: true }).waitFor()
  expect(clicks).toBeLessThanOrEqual(6)
  expect(await entry.textContent()).toContain('<b>Fine</b>')
  await lookAt(page, 'review-root')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the record' }).click()
  const file = await textOfDownload(await download)
  const record: ReviewRecordData = JSON.parse(file).data
  const head = (await page.locator('code[title^="0x"]').last().getAttribute('title')) as Hex
  const keys = new Map(
    record.entries.map((entry) => [
      entry.author.name,
      new Set([passkeyFingerprintOf(parseHex(entry.public_key))]),
    ]),
  )
  const inputs = { request: null, tree: null, managerTree: null, quote: null, days: null }
  const evidence = { ...inputs, accounts: null, nowUnix: 0, review: { head, keys } }
  // Signed by the authenticator of the browser, verified in Node without any service.
  expect(checkSavedAnswer(file, evidence)).toMatchObject({ kind: 'review', answer: 'yes' })
  expect(checkSavedAnswer(file.replace('approved', 'rejected'), evidence).answer).toBe('no')
  await checkInPage(page, file, { head, keys })
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 404')])
  await closeQuietly(reviewer)
})

type Known = { readonly head: Hex; readonly keys: ReadonlyMap<string, ReadonlySet<Hex>> }

/** The signing room takes the record of a review as well. */
async function checkInPage(page: Page, file: string, { head, keys }: Known): Promise<void> {
  const { url } = await openDemo()
  await page.goto(`${url}/console/sign`)
  await page.getByLabel('Or paste it').fill(file)
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  const band = page.getByTestId('verdict')
  await band.waitFor()
  expect(await band.getAttribute('data-answer')).toBe('open')
  await page.getByLabel('Hash that the record ends with').fill(head)
  const lines = [...keys].flatMap(([name, hashes]) => [...hashes].map((hash) => `${name}=${hash}`))
  await page.getByLabel('Public keys of reviewers, one a line').fill(lines.join('\n'))
  expect(await band.getAttribute('data-answer')).toBe('yes')
  await lookAt(page, 'review-file', ['light'])
}

test('golden: a packet stays Open until the reviewers that the rule asks for approved, and No once one rejects it', async () => {
  const { url } = await openDemo()
  // The demo is shared: no other test has a packet of this nonce and value.
  const packet = packetWith({ value: String(Date.now()) })
  const [proposer, reviewer] = await Promise.all([openAsReviewer(), openAsReviewer()])
  for (const { page } of [proposer, reviewer]) {
    // The rule of the shared demo stays: the page alone hears of another.
    await page.route('**/console/reviews**', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      if (body.data?.policy !== undefined) body.data.policy.required = 1
      await route.fulfill({ response, json: body })
    })
    await page.goto(`${url}/console/sign`)
    await page.getByLabel('Or paste it').fill(packet)
    await page.getByRole('button', { name: 'Open what I pasted' }).click()
    await page.getByText('0 of 1 reviewers approved this content hash.').first().waitFor()
  }
  await proposer.page.getByRole('button', { name: 'Ask for reviews' }).click()
  await proposer.page.getByText('You proposed it: another user approves it.').waitFor()
  expect(await proposer.page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  const { page } = reviewer
  await page.reload()
  await page.getByLabel('Or paste it').fill(packet)
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('1 of 1 approvals').waitFor()
  expect(await page.getByText('reviewers approved this content hash').count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await takePicture(page, 'review-packet-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await lookAt(page, 'review-packet', ['light'])
  await page.getByLabel('Comment').fill('The value is wrong.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText(`${reviewer.name} rejected it.`).first().waitFor()
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe('no')
  // What a service of another version leaves out is not known: the page stays, and says so.
  await page.route('**/console/reviews/**', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    delete body.data.policy.managers
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await page.getByLabel('Or paste it').fill(packet)
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  await page.getByText('Whether reviewers approved is not known').first().waitFor()
  for (const opened of [proposer, reviewer]) await closeQuietly(opened)
})
