import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, BrowserContext, CDPSession, Download, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openBrowser } from '../../support/service/service-browser.ts'

/** Options of a page: each test of a screen runs in both themes. */
export type PageOptions = {
  readonly theme?: 'light' | 'dark'
  /** CSS pixels; 1440 × 1000 by default, a phone has 390 × 844. */
  readonly viewport?: { readonly width: number; readonly height: number }
}

/** A page of the console, and what it complained about: errors, warnings, refusals of its policy. */
export type ConsolePage = {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: string[]
  /** Addresses that the page asked for outside of its own origin. */
  readonly foreign: string[]
}

export const themes = ['light', 'dark'] as const

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
let browser: Promise<Browser> | null = null

/** This worker's connection to the browser of the run. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= openBrowser()
  return browser
}

const devTools = new WeakMap<Page, Promise<CDPSession>>()

/** The one session with a page's developer tools: the end of any takes the page's passkeys with it. */
export function devToolsOf(page: Page): Promise<CDPSession> {
  const session = devTools.get(page) ?? page.context().newCDPSession(page)
  devTools.set(page, session)
  return session
}

/** Opens an empty page in a context of its own: no cookie, no storage. */
export async function openPage(options: PageOptions = {}): Promise<ConsolePage> {
  const { theme = 'light', viewport = { width: 1440, height: 1000 } } = options
  const opened = await sharedBrowser()
  const context = await opened.newContext({ viewport, colorScheme: theme, locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    const isOwn = protocol === 'data:' || protocol === 'blob:' || page.url() === 'about:blank'
    if (!isOwn && origin !== new URL(page.url()).origin) foreign.push(request.url())
  })
  return { page, context, complaints, foreign }
}

/** Asserts that the page complained of nothing and asked nobody else; then closes it. */
export async function closeQuietly({ context, complaints, foreign }: ConsolePage): Promise<void> {
  const before = { complaints: [...complaints], foreign: [...foreign] }
  // An answer that is on its way when the page closes is no failure of the test.
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  expect(before).toEqual({ complaints: [], foreign: [] })
}

/**
 * Lists what axe has against a page, by WCAG 2.2 AA and best practice. It runs in a world of its own,
 * where the page's policy does not hold, so that the page is tested as it is served.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const session = await devToolsOf(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  await session.send('Runtime.evaluate', { contextId, expression: axe })
  const { result } = await session.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document, { preload: false, runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 4).map((node) =>
        node.html.slice(0, 160) + ' ' + node.any.map(({ message }) => message).join(' ')).join(' | ')))`,
  })
  return result.value as readonly string[]
}

/** Asserts that axe has nothing against a screen in each theme, and keeps its pictures; ends in the light one. */
export async function lookAt(
  page: Page,
  name: string,
  schemes: readonly ('light' | 'dark')[] = themes,
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page), `${name}, ${colorScheme}`).toEqual([])
    await takePicture(page, `${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Reads a file that a page downloaded: the browser has it in a place of its own. */
export async function textOfDownload(download: Download): Promise<string> {
  return text(await download.createReadStream())
}

/** Keeps a picture of a screen in the folder that CONSOLE_SHOTS names; without it, takes none. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.CONSOLE_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
