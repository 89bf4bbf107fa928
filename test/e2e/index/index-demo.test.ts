import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canRun } from '../../support/skip-unless.ts'
import { fetchWhenFree, main, type Running, run, runBeside, scratch, start } from '../program.ts'

const place = scratch()
type Vault = { readonly name: string; readonly chain: string; readonly vault: string }
let running: Running
let demo: { url: string; chain: string; key: string; vaults: readonly Vault[] }
beforeAll(async () => {
  running = start(['dev', 'serve', '--port', '0', '--json'], { env: { TMPDIR: place } })
  const [line] = await running.lines(1)
  const announced: typeof demo = JSON.parse(line!)
  demo = { ...announced, vaults: announced.vaults.filter(({ chain }) => chain === 'local') }
})
afterAll(() => running.signal('SIGINT'))

// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
async function get(vault: string, path: string): Promise<any> {
  const headers = { authorization: `Bearer ${demo.key}` }
  const response = await fetchWhenFree(`${demo.url}/v1/vaults/local/${vault}${path}`, { headers })
  expect(response.status).toBe(200)
  return response.json()
}

async function onChain(method: string, ...params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(demo.chain, { method: 'POST', headers, body })).status).toBe(200)
}

const file = (value: unknown) => {
  const path = join(place, 'answer.json')
  writeFileSync(path, JSON.stringify(value))
  return path
}

test('law: every day that is served follows from its own receipt, bit for bit', async () => {
  for (const { vault } of demo.vaults) {
    const answer = await get(vault, '/dailyData?explain=true&page_size=100')
    expect(answer.data).toHaveLength(44)
    const days = answer.data.map(({ as_of: at }: { as_of: string }) => at.slice(0, 10))
    const path = file(answer)
    for (const day of [days[0], days[20], days[34], days[43]]) {
      const { code, out, err } = run(['index', 'explain', day, '--receipt', path, '--json'])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const { checks } = JSON.parse(out)
      expect(
        checks.map(({ against, same }: { against: string; same: boolean }) => [against, same]),
      ).toEqual([
        ['receipt', true],
        ['answer', true],
      ])
    }
    answer.data[43].share_price += 1e-9
    const lied = run(['index', 'explain', days[43], '--receipt', file(answer)])
    expect(lied.code).toBe(1)
    expect(lied.out).toContain('share_price')
  }
})

test('behavior: performance comes with what it is made of, and follows from its receipt', async () => {
  for (const { name, vault } of demo.vaults) {
    const answer = await get(vault, '/performance?explain=true')
    const { real_apy_breakdown: parts, apy, receipt } = answer.data
    expect(apy).toBeGreaterThan(0)
    expect(parts.length).toBeGreaterThan(3)
    expect(receipt.formula).toBe('performance@2')
    const { code, out } = run(['index', 'explain', '--receipt', file(answer)])
    expect(code, name).toBe(0)
    expect(out).toContain('the same   from the receipt')
  }
})

test('default: the chain moves on by a day, and the day appears', async () => {
  const days = async (vault: string) => (await get(vault, '/dailyData?page_size=100')).data.length
  for (const { vault } of demo.vaults) expect(await days(vault)).toBe(44)
  await onChain('evm_increaseTime', 86_400)
  await onChain('anvil_mine', '0x1')
  // A key has 60 requests a minute.
  const rare = { interval: 2_000, timeout: 60_000 }
  for (const { vault } of demo.vaults) {
    await expect.poll(() => days(vault), rare).toBe(45)
    const asOf = async (path: string) => (await get(vault, path)).data.as_of
    await expect.poll(() => asOf('/metrics/snapshot/latest'), rare).toMatch(/^2026-02-14T/)
    await expect.poll(() => asOf('/performance'), rare).toBe('2026-02-14T00:00:00Z')
  }
}, 300_000)

test('behavior: SIGTERM while it indexes ends it without a word', async () => {
  const folder = mkdtempSync(join(place, 'ended-'))
  const other = start(['dev', 'serve', '--port', '0', '--json'], { env: { TMPDIR: folder } })
  // Its chain runs, and its store is being made or filled.
  while (!readdirSync(folder).some((name) => name.includes('demo'))) await setTimeout(20)
  await setTimeout(300)
  other.signal('SIGTERM')
  const { code, err } = await other.end
  expect(err).not.toContain('bug')
  expect(code).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

const hasTerminal = canRun(
  spawnSync('script', ['--version']).status === 0,
  'there is no script, which makes a terminal',
)

const lastWords = 'Ctrl-C ends everything.'
/** What a terminal sends for Ctrl-C. */
const interrupt = '\u0003'

test.skipIf(!hasTerminal)(
  'behavior: on a terminal a bar shows the days before all is ready',
  async () => {
    // It ends by itself if nothing else ends it.
    const line = `timeout --foreground -s INT 60 '${process.execPath}' '${main}' dev serve --port 0`
    const env = { PATH: process.env.PATH, TERM: 'xterm' }
    const terminal = spawn('script', ['-qec', line, '/dev/null'], { env })
    let shown = ''
    for await (const text of terminal.stdout.setEncoding('utf8')) {
      const isPrinted = shown.includes(lastWords)
      shown += text
      if (!isPrinted && shown.includes(lastWords)) terminal.stdin.write(interrupt)
    }
    const [before, after] = shown.split('ready')
    expect(before).toMatch(/█.* \d+\/88 /)
    expect(after).not.toContain('█')
  },
)

test('behavior: it takes nothing of a stranger', async () => {
  const { code } = await runBeside(['index', 'explain', '--receipt', file({ data: [] })])
  expect(code).toBe(2)
})
