import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fileOf, parseTreeFile, printSolidity } from '@vaultwright/formats'
import { buildLeafTree, isPadding } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeQuietly, openPage } from '../support/console-page.ts'
import { type PageServer, pageFolders, startPageServer } from '../support/page-server.ts'

const trees = fileURLToPath(new URL('../../../fixtures/trees', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-large-'))
const large = join(folder, 'tree-16384.json')
let server: PageServer

beforeAll(async () => {
  server = await startPageServer()
  writeFileSync(large, largeTree())
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The example's leaves over and over, each time for other targets. */
function largeTree(): string {
  const example = parseTreeFile(readFileSync(join(trees, 'example-1024.json')))
  const used = example.tree.leaves.filter((leaf) => !isPadding(leaf))
  const leaves = Array.from({ length: 16_384 }, (_, slot) => {
    const leaf = used[slot % used.length]!
    const round = Math.floor(slot / used.length)
    const target = `${leaf.target.slice(0, 38)}${round.toString(16).padStart(4, '0')}`
    return round === 0 ? leaf : { ...leaf, target: checksumOf(target) }
  })
  return printSolidity(fileOf(buildLeafTree(leaves), example.metadata))
}

/** Opens the large tree and reports how long it took, and the longest pause of the page. */
async function measure(page: Page) {
  await page.evaluate(() => {
    const pauses: number[] = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) pauses.push(Math.round(duration))
    }).observe({ entryTypes: ['longtask'] })
    Object.assign(globalThis, { pauses, from: 0 })
    document.querySelector('input[type=file]')!.addEventListener(
      'change',
      () => {
        Object.assign(globalThis, { from: performance.now() })
      },
      { capture: true },
    )
  })
  await page.getByLabel('Tree file').setInputFiles(large)
  await page.getByText(/the root is the stated one/).waitFor()
  const elapsed = () =>
    page.evaluate(() =>
      Math.round(performance.now() - (globalThis as never as { from: number }).from),
    )
  const table = await elapsed()
  await page.getByRole('tab', { name: /Findings ?\d/ }).waitFor()
  const checks = await elapsed()
  const pauses = await page.evaluate(() => (globalThis as never as { pauses: number[] }).pauses)
  return { table, checks, longest: Math.max(0, ...pauses), pauses: pauses.length }
}

test('law: 16,384 leaves are in the table as a few rows, and a thread does the work', async () => {
  const opened = await openPage()
  const { page } = opened
  await page.goto(`${server.url}/console/trees`)
  await page.getByText('Drop a tree file here').waitFor()
  const times = await measure(page)
  console.log('16,384 leaves, served:', JSON.stringify(times))
  expect(page.workers()).toHaveLength(1)
  expect(await page.getByText('16,384 of 16,384 leaves').count()).toBe(1)
  expect(await page.getByRole('row').count()).toBeLessThan(80)
  await page.getByLabel('Search leaves').fill('#16383')
  await page.getByText('1 of 16,384 leaves').waitFor()
  await closeQuietly(opened)
})

test('default: the folder opens from a disk without a network, and does the same in slices', async () => {
  const opened = await openPage({ theme: 'dark' })
  const { page, context } = opened
  await context.setOffline(true)
  await page.goto(`${pathToFileURL(join(pageFolders.offline, 'index.html'))}#/trees`)
  await page.getByText('Drop a tree file here').waitFor()
  const times = await measure(page)
  console.log('16,384 leaves, from a disk:', JSON.stringify(times))
  expect(page.workers()).toHaveLength(0)
  await page.getByRole('grid', { name: 'Leaves' }).focus()
  await page.keyboard.press('Home')
  await page.getByText('Proven in this page').waitFor()
  await page.getByText(/Slot 0 · [A-Z]/).waitFor()
  expect(opened.complaints).toEqual([])
  // What follows must fail, and the browser says so.
  const isSent = await page.evaluate(() =>
    fetch('https://example.com').then(
      () => true,
      () => false,
    ),
  )
  expect(isSent).toBe(false)
  expect(opened.complaints.splice(0).join()).toMatch(/content security policy/i)
  await closeQuietly(opened)
})
