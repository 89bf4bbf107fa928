import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertDocumented } from '../../api/support/documented.ts'
import { fetchWhenFree, type Running, run, scratch, start } from '../program.ts'

const shell = promisify(execFile)
const place = scratch()

type Vault = {
  readonly name: string
  readonly vault: string
  readonly strategists: readonly unknown[]
}
type Announcement = {
  readonly url: string
  readonly docs: string
  readonly metrics: string
  readonly chain: string
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

test('default: three commands work as they are printed', async () => {
  expect(announcement.examples).toHaveLength(3)
  const answers = []
  for (const { line } of announcement.examples) {
    const { stdout } = await shell('sh', ['-c', line])
    answers.push(JSON.parse(stdout))
  }
  const [vaults, days, built] = answers
  expect(vaults.data.map(({ name }: Vault) => name).sort()).toEqual(['Local ETH', 'Local USD'])
  expect(days.data).toHaveLength(7)
  expect(days.data.at(-1)).toMatchObject({ chain: 'local', as_of: '2026-02-13T12:00:00Z' })
  expect(built).toMatchObject({ description: 'Supply 1.5 WETH to Aave pool' })
  expect(built.simulation_status).toBe(true)
  expect((await fetch(built.simulator_simulation_url)).status).toBe(200)
  expect((await fetch(announcement.docs)).status).toBe(200)
  expect((await fetch(announcement.metrics)).status).toBe(200)
})

test('behavior: every day of both vaults is there once, and every root that was set', async () => {
  for (const { vault, strategists } of announcement.vaults) {
    const at = `/v1/vaults/local/${vault}`
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
  expect(await running.end).toMatchObject({ code: 0, err: '' })
  await expect(fetch(`${announcement.url}/healthz`)).rejects.toThrow()
  await expect(fetch(announcement.chain, { method: 'POST', body: '{}' })).rejects.toThrow()
  expect(readdirSync(place)).toEqual([])
})
