import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertDocumented } from '../../api/support/documented.ts'
import { fetchWhenFree, type Running, run, scratch, start } from '../program.ts'
import { ask as askSolana, control, outsider, pay, strategist, vault } from './dev-solana.ts'

const shell = promisify(execFile)
const place = scratch()

type Vault = {
  readonly name: string
  readonly chain: string
  readonly vault: string
  readonly strategists: readonly unknown[]
}
type Announcement = {
  readonly url: string
  readonly docs: string
  readonly metrics: string
  readonly chain: string
  readonly solana: string
  readonly key: string
  readonly vaults: readonly Vault[]
  readonly examples: readonly { readonly what: string; readonly line: string }[]
}

let running: Running
let announcement: Announcement
beforeAll(async () => {
  running = start(['dev', 'serve', '--port', '0', '--json'], { env: { TMPDIR: place } })
  const [line] = await running.lines(1)
  announcement = JSON.parse(line!)
})
afterAll(() => running.signal('SIGINT'))

async function ask(path: string) {
  const headers = { authorization: `Bearer ${announcement.key}` }
  const response = await fetchWhenFree(`${announcement.url}${path}`, { headers })
  const { status } = response
  const text = await response.text()
  assertDocumented('GET', path, { status, headers: Object.fromEntries(response.headers), text })
  return { status, body: JSON.parse(text) as never }
}

test('default: three commands of each kind of chain work as they are printed', async () => {
  expect(announcement.examples).toHaveLength(6)
  const outputs: string[] = []
  for (const { line } of announcement.examples) {
    outputs.push((await shell('sh', ['-c', line])).stdout)
  }
  const [vaults, days, built, manifest, paid] = outputs.slice(0, 5).map((json) => JSON.parse(json))
  expect(vaults.data.map(({ name }: Vault) => name).sort()).toEqual([
    'Local ETH',
    'Local USD',
    'Solana USD',
  ])
  expect(Object.keys(manifest)).toContain('spl_token/transfer')
  expect(paid).toMatchObject({
    description: 'Transfer 1.25 USDC to treasury',
    simulation_status: true,
  })
  expect(outputs[5]).toMatch(/^Yes/m)
  expect(days.data).toHaveLength(7)
  expect(days.data.at(-1)).toMatchObject({ chain: 'local', as_of: '2026-02-13T12:00:00Z' })
  expect(built).toMatchObject({ description: 'Supply 1.5 WETH to Aave pool' })
  expect(built.simulation_status).toBe(true)
  expect((await fetch(built.simulator_simulation_url)).status).toBe(200)
  const { block_hash, witness_url, bytes } = built.simulation_proof
  const witness = await (await fetch(witness_url)).text()
  expect([witness.length, JSON.parse(witness).blockHash]).toEqual([bytes, block_hash])
  const { seen } = await (await fetch(`${built.simulator_simulation_url}.json`)).json()
  expect(seen.map(({ engine }: { engine: string }) => engine)).toEqual(['proven', 'node', 'fork'])
  expect((await fetch(announcement.docs)).status).toBe(200)
  expect((await fetch(announcement.metrics)).status).toBe(200)
})

test('behavior: every day of both vaults is there once, and every root that was set', async () => {
  for (const { vault: address, strategists } of announcement.vaults.slice(0, 2)) {
    const at = `/v1/vaults/local/${address}`
    const { body } = await ask(`${at}/dailyData?page_size=100`)
    const days = (body as { data: { as_of: string }[] }).data.map(({ as_of }) => as_of.slice(0, 10))
    expect(days).toHaveLength(44)
    expect(new Set(days).size).toBe(44)
    expect([days[0], days.at(-1)]).toEqual(['2026-01-01', '2026-02-13'])
    const roots = ((await ask(`${at}/roots`)).body as { data: { active: boolean }[] }).data
    expect(roots.filter(({ active }) => active)).toHaveLength(strategists.length)
    expect(roots.filter(({ active }) => !active)).toHaveLength(3)
    expect((await ask(`${at}/performance`)).status).toBe(200)
    expect((await ask(`${at}/metrics/snapshot/latest`)).status).toBe(200)
  }
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
  const days = (await ask(`/v1/vaults/solana/${vault}/dailyData`)).body as { data: unknown[] }
  expect(days.data.length).toBeGreaterThanOrEqual(9)
  const week = (await ask(`/v1/vaults/solana/${vault}/performance`)).body as {
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

test('error: PortTakenError when another process listens; nothing is left', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const { code, out } = run(['dev', 'serve', '--port', String(port), '--json'])
  other.close()
  expect(JSON.parse(out).error.code).toBe('port_taken')
  expect(code).toBe(4)
})

test.each(['port', 'chain-port'])('error: UsageError for a --%s that is none', (option) => {
  const { code, err } = run(['dev', 'serve', `--${option}`, '99999'])
  expect(code).toBe(2)
  expect(err).toContain(`--${option} 99999 is not a port`)
})

test('behavior: SIGTERM after a simulation leaves nothing either', async () => {
  const other = start(['dev', 'serve', '--port', '0', '--json'])
  const [line] = await other.lines(1)
  const { examples, chain }: Announcement = JSON.parse(line!)
  const { stdout } = await shell('sh', ['-c', examples[2]!.line])
  expect(JSON.parse(stdout).simulation_status).toBe(true)
  other.signal('SIGTERM')
  expect(await other.end).toMatchObject({ code: 0, err: '' })
  await expect(fetch(chain, { method: 'POST', body: '{}' })).rejects.toThrow()
})

test('behavior: Ctrl-C ends all of it and leaves nothing', async () => {
  expect(readdirSync(place)).not.toEqual([])
  running.signal('SIGINT')
  const { code, err } = await running.end
  expect(code).toBe(0)
  // Of the node that lied and of the one that was away.
  const messages = err
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
  expect(messages).toEqual(['unavailable', 'unavailable'])
  await expect(fetch(`${announcement.url}/healthz`)).rejects.toThrow()
  await expect(fetch(announcement.chain, { method: 'POST', body: '{}' })).rejects.toThrow()
  expect(readdirSync(place)).toEqual([])
})
