import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { askServiceBroker } from '../../support/service/service-broker.ts'
import { fetchWhenFree, run, runBeside, scratch } from '../program.ts'
import {
  type Announcement,
  type DemoApi,
  type DemoVault,
  openDemoApi,
  runLine,
} from './dev-serve.ts'

const folder = scratch()
let announcement: Announcement
let api: DemoApi
beforeAll(async () => {
  announcement = JSON.parse((await askServiceBroker('demo')).line)
  api = openDemoApi(announcement)
})

const localVaults = () => announcement.vaults.filter(({ chain }) => chain === 'local')

const file = (value: unknown) => {
  const path = join(folder, 'answer.json')
  writeFileSync(path, JSON.stringify(value))
  return path
}

test('default: commands of each kind of chain work as they are printed', async () => {
  expect(announcement.examples).toHaveLength(7)
  const outputs: string[] = []
  for (const { line } of announcement.examples) outputs.push(await runLine(line))
  const [vaults, days, built, queue, manifest, paid] = outputs
    .slice(0, 6)
    .map((json) => JSON.parse(json))
  expect(vaults.data.map(({ name }: DemoVault) => name).sort()).toEqual([
    'Local ETH',
    'Local USD',
    'Solana USD',
  ])
  expect(Object.keys(manifest)).toContain('spl_token/transfer')
  expect(paid).toMatchObject({
    description: 'Transfer 1.25 USDC to treasury',
    simulation_status: true,
  })
  expect(outputs[6]).toMatch(/^Yes/m)
  // Whoever shares the demo may have proposed more, at later nonces.
  const entries: readonly { readonly answer: string }[] = queue.data.entries
  expect(entries.slice(0, 2).map(({ answer }) => answer)).toEqual(['conditional', 'no'])
  expect(days.data).toHaveLength(7)
  expect(days.data.at(-1)).toMatchObject({ chain: 'local', as_of: '2026-02-13T12:00:00Z' })
  expect(built).toMatchObject({ description: 'Supply 1.5 WETH to Aave pool' })
  expect(built.simulation_status).toBe(true)
  expect((await fetchWhenFree(built.simulator_simulation_url)).status).toBe(200)
  const { block_hash, witness_url, bytes } = built.simulation_proof
  const witness = await (await fetchWhenFree(witness_url)).text()
  expect([witness.length, JSON.parse(witness).blockHash]).toEqual([bytes, block_hash])
  const { seen: runs } = await (
    await fetchWhenFree(`${built.simulator_simulation_url}.json`)
  ).json()
  expect(runs.map(({ engine }: { engine: string }) => engine)).toEqual(['proven', 'node', 'fork'])
  expect((await fetchWhenFree(announcement.docs)).status).toBe(200)
  expect((await fetchWhenFree(announcement.metrics)).status).toBe(200)
})

test('behavior: every day of both vaults is there once, and every root that was set', async () => {
  for (const { vault: address, strategists } of announcement.vaults.slice(0, 2)) {
    const path = `/v1/vaults/local/${address}`
    const { body } = await api.ask(`${path}/dailyData?page_size=100`)
    const days = (body as { data: { as_of: string }[] }).data.map(({ as_of }) => as_of.slice(0, 10))
    expect(days).toHaveLength(44)
    expect(new Set(days).size).toBe(44)
    expect([days[0], days.at(-1)]).toEqual(['2026-01-01', '2026-02-13'])
    const roots = ((await api.ask(`${path}/roots`)).body as { data: { active: boolean }[] }).data
    expect(roots.filter(({ active }) => active)).toHaveLength(strategists.length)
    expect(roots.filter(({ active }) => !active)).toHaveLength(3)
    expect((await api.ask(`${path}/performance`)).status).toBe(200)
    expect((await api.ask(`${path}/metrics/snapshot/latest`)).status).toBe(200)
  }
})

test('error: PortTakenError when another process listens; nothing is left', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as AddressInfo
  const { code, out } = run(['dev', 'serve', '--port', String(port), '--json'])
  blocker.close()
  expect(JSON.parse(out).error.code).toBe('port_taken')
  expect(code).toBe(4)
})

test.each(['port', 'chain-port'])('error: UsageError for a --%s that is none', (option) => {
  const { code, err } = run(['dev', 'serve', `--${option}`, '99999'])
  expect(code).toBe(2)
  expect(err).toContain(`--${option} 99999 is not a port`)
})

test('law: every day that is served follows from its own receipt, bit for bit', async () => {
  for (const { vault } of localVaults()) {
    const answer = await api.get(vault, '/dailyData?explain=true&page_size=100')
    expect(answer.data).toHaveLength(44)
    const days = answer.data.map(({ as_of: at }: { as_of: string }) => at.slice(0, 10))
    const path = file(answer)
    for (const day of [days[0], days[20], days[34], days[43]]) {
      const { code, out, err } = run(['index', 'explain', day, '--receipt', path, '--json'])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const { checks } = JSON.parse(out)
      expect(
        checks.map(({ against, same }: { against: string; same: boolean | null }) => [
          against,
          same,
        ]),
      ).toEqual([
        ['receipt', true],
        ['answer', true],
        // Of net assets and their gap the receipt of a day says nothing.
        ['holdings', null],
      ])
    }
    answer.data[43].share_price += 1e-9
    const lied = run(['index', 'explain', days[43], '--receipt', file(answer)])
    expect(lied.code).toBe(1)
    expect(lied.out).toContain('share_price')
  }
})

test('behavior: performance comes with what it is made of, and follows from its receipt', async () => {
  for (const { name, vault } of localVaults()) {
    const answer = await api.get(vault, '/performance?explain=true')
    const { real_apy_breakdown: parts, apy, receipt } = answer.data
    expect(apy).toBeGreaterThan(0)
    expect(parts.length).toBeGreaterThan(3)
    expect(receipt.formula).toBe('performance@2')
    const { code, out } = run(['index', 'explain', '--receipt', file(answer)])
    expect(code, name).toBe(0)
    expect(out).toContain('the same   from the receipt')
  }
})

test('behavior: it takes nothing of a stranger', async () => {
  const { code } = await runBeside(['index', 'explain', '--receipt', file({ data: [] })])
  expect(code).toBe(2)
})
