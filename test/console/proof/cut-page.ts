import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { consolePolicy } from '@vaultwright/console'
import type { Page } from 'playwright-core'
import type { FiftyActionWitness } from '../../support/proven/fifty-action-witness.ts'
import { type ConsolePage, openPage } from '../support/console-page.ts'
import { type PageServer, pageFolders } from '../support/page-server.ts'
import { recordOfProven } from './record.ts'

const id = 'A'.repeat(24)
/** The fields in which a person types the hash of a block. */
export const hashField = (page: Page) => page.getByRole('textbox', { name: /^Hash of block \d+$/ })

/** Opens the page of a simulation whose service has this witness, and cuts the network once it is loaded. */
export async function openCutPage(
  server: PageServer,
  fifty: FiftyActionWitness,
  witness = fifty.text,
): Promise<ConsolePage & { readonly sent: string[] }> {
  const opened = await openPage()
  const { page, context } = opened
  const record = recordOfProven(fifty.proven, id)
  await page.route(`**/simulations/${id}`, (route) =>
    route.fulfill({
      body: readFileSync(join(pageFolders.app, 'index.html'), 'utf8'),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': consolePolicy,
      },
    }),
  )
  await page.route(`**/simulations/${id}.json`, (route) => route.fulfill({ json: record }))
  await page.route(`**/simulations/${id}/witness`, (route) =>
    route.fulfill({ body: witness, contentType: 'application/json' }),
  )
  await page.goto(`${server.url}/simulations/${id}`)
  await page.getByRole('button', { name: /^Load the witness/ }).click()
  await hashField(page).waitFor()
  await page.getByLabel('Chain of the block').selectOption('31337')
  await context.setOffline(true)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  return { ...opened, sent }
}

/** Gives the page a finality file and the file of its beacon chain. */
export async function giveFinality(page: Page, file: string, network: string): Promise<void> {
  await page.getByText('Prove the block from a checkpoint instead').click()
  const upload = (label: string, text: string) =>
    page.getByLabel(label).setInputFiles({
      name: 'file.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
  await upload('Finality file', file)
  await page.getByText('Choose another finality file').waitFor()
  await upload('Beacon network', network)
  await page.getByText('Choose another chain').waitFor()
}
