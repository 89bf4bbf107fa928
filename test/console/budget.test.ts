import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageFolders } from './support/page-server.ts'

const asset = join(pageFolders.app, 'asset')
const files = readdirSync(asset)
const scripts = files.filter((name) => name.endsWith('.js'))
const kB = 1_024

/** Gzip, as most browsers get it at worst. */
function packedSize(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length
}

/** A script with all that it imports before it runs. */
function withImports(name: string, gathered = new Set<string>()): ReadonlySet<string> {
  if (gathered.has(name)) return gathered
  gathered.add(name)
  const code = readFileSync(join(asset, name), 'utf8')
  for (const [, path] of code.matchAll(
    /(?:^|[;}\s])(?:import|export)[^"'`();]*?["'`]\.\/([\w.-]+\.js)["'`]/g,
  )) {
    withImports(path!, gathered)
  }
  return gathered
}

function sizeOf(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + packedSize(join(asset, name)), 0)
}

const shellBudget = 130 * kB
/** Half of it is the shell; what a screen needs later it loads later. */
const screenBudget = 240 * kB
/**
 * The explorer with the reader of policies, and the signing room with every Safe format; 100 kB of it read and judge
 * transactions of Solana, with the templates of definitions; 470 kB run a simulation again from its witness: an EVM,
 * the judge of what it did, and its proofs.
 */
const offlineBudget = 2_700 * kB

const page = readFileSync(join(pageFolders.app, 'index.html'), 'utf8')
const entry = /src="\/console\/asset\/(index-[\w-]+\.js)"/.exec(page)![1]!
const shell = withImports(entry)
const isOfSigning = (name: string) => /^signing/.test(name)

test('law: the shell is within its budget', () => {
  expect(sizeOf(shell)).toBeLessThanOrEqual(shellBudget)
})

test('law: no screen asks for more scripts than its budget before it can be used', () => {
  const screens = scripts.filter((name) => /-(?:screen|list)-[\w-]+\.js$/.test(name))
  expect(screens.length).toBeGreaterThan(10)
  const sizes = screens.map((name) => [name, sizeOf(withImports(name, new Set(shell)))] as const)
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 3)
  console.log('largest first screens, bytes of gzip:', JSON.stringify(largest))
  expect(sizes.filter(([, size]) => size > screenBudget)).toEqual([])
})

/**
 * The budgets of a replay's script, loaded on demand in a thread of its own: the EVM with its
 * proofs, and the judge with every protocol.
 */
const replayBudgets = { machine: 125 * kB, 'replay-worker': 140 * kB }

function laterBudgetOf(name: string): number {
  const replayed = Object.entries(replayBudgets).find(([part]) => name.startsWith(`${part}-`))
  return replayed?.[1] ?? (isOfSigning(name) ? 215 : 120) * kB
}

test('law: no later script is larger than its budget', () => {
  const large = scripts
    .map((name) => [name, packedSize(join(asset, name))] as const)
    .filter(([name, size]) => size > laterBudgetOf(name))
  expect(large).toEqual([])
})

test('law: no page loads what replays a simulation before it is asked for', () => {
  const parts = scripts.filter((name) => /^(?:machine|replay-worker)-/.test(name))
  const sizes = parts.map((name) => [name, packedSize(join(asset, name))] as const)
  console.log('replay, bytes of gzip:', JSON.stringify(sizes))
  expect(sizes.filter(([, size]) => size > 50 * kB)).toHaveLength(2)
  const first = scripts.filter((name) => /-(?:screen|list|room|section)-[\w-]+\.js$/.test(name))
  const loaded = new Set([entry, ...first].flatMap((name) => [...withImports(name)]))
  expect(sizes.filter(([name, size]) => size > kB && loaded.has(name))).toEqual([])
})

test('law: styles and fonts are within their budgets', () => {
  expect(sizeOf(files.filter((name) => name.endsWith('.css')))).toBeLessThanOrEqual(26 * kB)
  const fonts = files.filter((name) => name.endsWith('.woff2'))
  expect(
    fonts.reduce((sum, name) => sum + statSync(join(asset, name)).size, 0),
  ).toBeLessThanOrEqual(100 * kB)
})

test('law: the folder for a disk is within its budget', () => {
  // The page loads no notice.
  const names = readdirSync(pageFolders.offline).filter((name) => name !== 'NOTICE.txt')
  const sizes = names.map((name) => statSync(join(pageFolders.offline, name)).size)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  console.log('offline folder, bytes:', whole)
  expect(whole).toBeLessThanOrEqual(offlineBudget)
})
