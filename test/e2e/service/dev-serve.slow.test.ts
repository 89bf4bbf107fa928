import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { canRun } from '../../support/skip-unless.ts'
import { main, type Running, scratch, start } from '../program.ts'
import { type Announcement, type DemoApi, openDemoApi, runLine } from './dev-serve.ts'
import { ask as askSolana, control, outsider, pay, strategist, vault } from './dev-solana.ts'

const place = scratch()

describe('a demo', () => {
  const folder = scratch()
  let running: Running
  let announcement: Announcement
  let api: DemoApi
  beforeAll(async () => {
    running = start(['dev', 'serve', '--port', '0', '--json'], { env: { TMPDIR: folder } })
    const [line] = await running.lines(1)
    announcement = JSON.parse(line!)
    api = openDemoApi(announcement)
  })

  test('behavior: a payment on Solana is built, signed, sent, and moves what was said', async () => {
    const before = (await control(announcement, 'svm_balances')) as { usdc: number }
    const { status, body } = await pay(announcement, 'treasury', '1.25')
    expect([status, body.simulation_status]).toEqual([200, true])
    expect(body.token_transfers).toMatchObject([
      { token: 'USDC', raw_amount: '1250000', direction: 'out' },
    ])
    const base64 = body.serialized_transaction_base64
    expect(await control(announcement, 'svm_send', base64, ['strategist'])).toMatchObject({
      err: null,
    })
    const after = (await control(announcement, 'svm_balances')) as { usdc: number }
    expect(before.usdc - after.usdc).toBe(1_250_000)
    const days = (await api.ask(`/v1/vaults/solana/${vault}/dailyData`)).body as { data: unknown[] }
    expect(days.data.length).toBeGreaterThanOrEqual(9)
    const week = (await api.ask(`/v1/vaults/solana/${vault}/performance`)).body as {
      data: { apy: number }
    }
    expect(week.data.apy).toBeGreaterThan(0)
  })

  test('behavior: a payment that is not permitted names what permits it, and then is', async () => {
    const refused = await pay(announcement, 'payroll', '2')
    const { code, instruction } = refused.body.detail.details
    expect([refused.status, code]).toEqual([400, 'digest_missing'])
    await control(announcement, 'svm_sendInstruction', instruction, ['authority'])
    const built = await pay(announcement, 'payroll', '2')
    expect([built.status, built.body.simulation_status]).toEqual([200, true])
  })

  test('error: a paused vault, another strategist, a batch of version 0 that is too large', async () => {
    await control(announcement, 'svm_setPaused', true)
    const paused = await pay(announcement, 'treasury', '1')
    expect([paused.status, paused.body.detail.details.code]).toEqual([400, 'vault_paused'])
    await control(announcement, 'svm_setPaused', false)
    expect((await pay(announcement, 'treasury', '1', outsider)).status).toBe(404)
    const actions = Array.from({ length: 24 }, (_, index) => ({
      route: 'spl_token/transfer',
      params: { token: 'USDC', recipient: 'treasury', amount: String(index + 1) },
    }))
    const path = `/v1/tx-builder/api/execute-multiple/solana/${vault}/${strategist}`
    const large = await askSolana(announcement, path, { actions })
    expect([large.status, large.body.detail.details.code]).toEqual([400, 'transaction_too_large'])
    const fits = await askSolana(announcement, path, { actions, options: { version: 1 } })
    expect([fits.status, fits.body.simulation_status]).toEqual([200, true])
  })

  test('error: a node that lies about its slot or is away', async () => {
    await control(announcement, 'svm_fault', { kind: 'lying_slot', slot: 7 })
    const lying = await pay(announcement, 'treasury', '1')
    expect(lying.status).toBe(503)
    await control(announcement, 'svm_clearFaults')
    await control(announcement, 'svm_fault', { kind: 'cut', methods: ['getMultipleAccounts'] })
    const away = await pay(announcement, 'treasury', '1')
    expect([away.status, Number(away.headers['retry-after'])]).toEqual([503, expect.any(Number)])
    await control(announcement, 'svm_clearFaults')
    expect((await pay(announcement, 'treasury', '1')).status).toBe(200)
  })

  test('default: the chain moves on by a day, and the day appears', async () => {
    const localVaults = announcement.vaults.filter(({ chain }) => chain === 'local')
    const days = async (vault: string) =>
      (await api.get(vault, '/dailyData?page_size=100')).data.length
    for (const { vault } of localVaults) expect(await days(vault)).toBe(44)
    await onChain(announcement, 'evm_increaseTime', 86_400)
    await onChain(announcement, 'anvil_mine', '0x1')
    // A key has 60 requests a minute.
    const rare = { interval: 2_000, timeout: 600_000 }
    for (const { vault } of localVaults) {
      await expect.poll(() => days(vault), rare).toBe(45)
      const asOf = async (path: string) => (await api.get(vault, path)).data.as_of
      await expect.poll(() => asOf('/metrics/snapshot/latest'), rare).toMatch(/^2026-02-14T/)
      await expect.poll(() => asOf('/performance'), rare).toBe('2026-02-14T00:00:00Z')
    }
  })

  test('behavior: Ctrl-C ends all of it and leaves nothing', async () => {
    expect(readdirSync(folder)).not.toEqual([])
    running.signal('SIGINT')
    const { code, err } = await running.end
    expect(code).toBe(0)
    // Of the node that lied and of the one that was away; a machine may be too busy besides.
    const lines = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const problems = lines.filter((line) => !JSON.stringify(line).includes('overload'))
    expect(problems.map(({ msg }) => msg)).toEqual(['unavailable', 'unavailable'])
    await expect(fetch(`${announcement.url}/healthz`)).rejects.toThrow()
    await expect(fetch(announcement.chain, { method: 'POST', body: '{}' })).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
  })
})

/** Calls a method of the chain's node. */
async function onChain(
  { chain }: Announcement,
  method: string,
  ...params: readonly unknown[]
): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(chain, { method: 'POST', headers, body })).status).toBe(200)
}

test('behavior: SIGTERM after a simulation leaves nothing either', async () => {
  const second = start(['dev', 'serve', '--port', '0', '--json'])
  const [line] = await second.lines(1)
  const { examples, chain }: Announcement = JSON.parse(line!)
  expect(JSON.parse(await runLine(examples[2]!.line)).simulation_status).toBe(true)
  second.signal('SIGTERM')
  expect(await second.end).toMatchObject({ code: 0, err: '' })
  await expect(fetch(chain, { method: 'POST', body: '{}' })).rejects.toThrow()
})

test('behavior: SIGTERM while it indexes ends it without a word', async () => {
  const folder = mkdtempSync(join(place, 'ended-'))
  const second = start(['dev', 'serve', '--port', '0', '--json'], { env: { TMPDIR: folder } })
  while (!hasReading(folder)) await setTimeout(20)
  second.signal('SIGTERM')
  const { code, err } = await second.end
  expect(err).not.toContain('bug')
  expect(code).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

/** Tells whether the store of the demo, which lies in a folder, has a day already. */
function hasReading(folder: string): boolean {
  const [file] = globSync(join(folder, '*/demo.sqlite'))
  if (file === undefined) return false
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare('select 1 from reading').get() !== undefined
  } catch {
    return false // Its tables are being made.
  } finally {
    db.close()
  }
}

const hasTerminal = canRun(
  spawnSync('script', ['--version']).status === 0,
  'there is no script, which makes a terminal',
)

const lastWords = 'Ctrl-C ends everything.'
/** The character of a terminal for Ctrl-C. */
const interrupt = '\u0003'

test.skipIf(!hasTerminal)(
  'behavior: on a terminal a bar shows the days before all is ready',
  async () => {
    const line = `'${process.execPath}' '${main}' dev serve --port 0`
    const env = { PATH: process.env.PATH, TERM: 'xterm' }
    const terminal = spawn('script', ['-qec', line, '/dev/null'], { env })
    // Its terminal goes with it, and the demo with its terminal.
    onTestFinished(() => void terminal.kill())
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
