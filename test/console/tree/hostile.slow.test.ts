import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeQuietly, openPage, takePicture, violationsOf } from '../support/console-page.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'

const trees = fileURLToPath(new URL('../../../fixtures/trees', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-hostile-'))
const example = readFileSync(join(trees, 'example-1024.json'), 'utf8')
let server: PageServer

beforeAll(async () => {
  server = await startPageServer()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function fileWith(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function give(page: Page, path: string): Promise<void> {
  await page.getByLabel('Tree file').setInputFiles(path)
}

test('refuses: every damaged or foreign file gets a sentence, and the next file opens', async () => {
  const opened = await openPage({ theme: 'dark' })
  const { page } = opened
  await page.goto(`${server.url}/console/trees`)
  const refused: readonly (readonly [path: string, sentence: RegExp])[] = [
    [join(trees, 'damaged-truncated.json'), /is not JSON at line \d+, column \d+/],
    [join(trees, 'damaged-empty.json'), /The file is empty|must hold at least one leaf/],
    [join(trees, 'foreign-odd-promotion.json'), /another family/],
    [fileWith('image.json', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])), /is not UTF-8/],
    [fileWith('half.vwtree', readFileSync(join(trees, 'binary-1.vwtree')).subarray(0, 90)), /./],
    [fileWith('list.json', '[]'), /not a known tree file/],
    [fileWith('deep.json', '['.repeat(200_000)), /./],
  ]
  for (const [path, sentence] of refused) {
    await give(page, path)
    const note = page.getByRole('note', {
      name: new RegExp(`${path.split('/').at(-1)} cannot be read`),
    })
    await note.waitFor()
    expect(await note.textContent()).toMatch(sentence)
  }
  expect(await violationsOf(page)).toEqual([])
  await takePicture(page, 'tree-damaged')

  await give(page, fileWith('large.json', new Uint8Array(64_000_001)))
  await page.getByText('large.json has 64 MB').waitFor()
  await page.getByRole('button', { name: 'Leave it' }).click()

  await give(page, join(trees, 'binary-1.vwtree'))
  await page.getByText(/the root is the stated one/).waitFor()
  await closeQuietly(opened)
})

test('refuses: a tree that lies about its root is never called sound, nor a leaf proven to it', async () => {
  const opened = await openPage()
  const { page } = opened
  await page.goto(`${server.url}/console/trees`)
  const markup = '<img src=x onerror=alert(1)> \\u202egnp.exe'
  const lie = example
    .replace(/("ManageRoot": "0x)..../, '$1dead')
    .replace(/("Description": ")[^"]*/, `$1${markup}`)
  await give(page, fileWith('<b>lie<i>.json', lie))
  await page.getByRole('note', { name: 'The tree contradicts what is stated of it' }).waitFor()
  expect(await page.getByText('Sound').count()).toBe(0)
  await page.getByRole('grid', { name: 'Leaves' }).focus()
  await page.keyboard.press('Home')
  const panel = page.getByRole('complementary', { name: 'Leaf 0' })
  await panel.getByText(/lead to the rebuilt root, not the one that the file states/).waitFor()
  expect(await panel.locator('img').count()).toBe(0)
  expect(await panel.textContent()).toContain('<img src=x onerror=alert(1)> \\u{202e}')
  await panel.getByText(/Slot 0 · [A-Z]/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePicture(page, 'tree-lie')
  await closeQuietly(opened)
})

test('refuses: the service gives another tree than the one that was asked for', async () => {
  const opened = await openPage()
  const { page, context } = opened
  const tree: unknown = JSON.parse(readFileSync(join(trees, 'rust.json'), 'utf8'))
  const { root } = tree as { readonly root: string }
  const data = { user: { id: 'u', name: 'Ada', role: 'viewer' }, tenant: { name: 'acme' } }
  await context.route('**/console/session', (route) => route.fulfill({ json: { data } }))
  await context.route('**/console/v1/trees/**', (route) =>
    route.fulfill({ json: { data: { tree } } }),
  )
  await context.route('**/console/v1/account-names', (route) =>
    route.fulfill({ json: { data: [] } }),
  )
  await page.goto(`${server.url}/console/trees/${root}?slot=1`)
  await page.getByText(/the root is the stated one/).waitFor()
  await page
    .getByRole('complementary', { name: 'Leaf 1' })
    .getByText('Proven in this page')
    .waitFor()
  await page.goto(`${server.url}/console/trees/0x${'1'.repeat(64)}/pending`)
  await page.getByText('The address asks for the root').waitFor()
  expect(await page.getByText('Sound').count()).toBe(0)
  await page.goto(`${server.url}/console/trees/${root}/diff/${root}`)
  await page.getByText('The trees are the same', { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePicture(page, 'tree-diff-stored')
  await closeQuietly(opened)
})
