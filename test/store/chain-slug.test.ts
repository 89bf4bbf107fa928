import { migrate, openStore } from '@vaultwright/store'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { applyMigrations } from '../../packages/store/src/migration/run.ts'
import { chainSlug } from '../../packages/store/src/migration/step/0004-chain-slug.ts'
import { withEngine } from '../../packages/store/src/open.ts'
import { runsOf } from '../support/runs.ts'
import {
  openFreshSqlite,
  openMigratedPostgres,
  openPostgresWith,
} from '../support/store/store-database.ts'
import { addressOf, dayOf, type Fresh } from '../support/store/store-fixture.ts'

const kinds = ['sqlite', 'postgres'] as const
const address = addressOf(1)
const vault = address.toLowerCase()
const root = (digit: string) => `0x${digit.repeat(64)}`
const statements = chainSlug
  .split(';')
  .map((one) => one.trim())
  .filter((one) => one !== '')

/** A database as the third release left it, with a vault. */
async function openThird(kind: (typeof kinds)[number]): Promise<Fresh> {
  const fill = (url: string) =>
    withEngine(url, {}, (engine) => applyMigrations(engine.migrationContext, engine.nowUnix, 3))
  const fresh =
    kind === 'sqlite' ? await openFreshSqlite() : await openPostgresWith({ name: 'third', fill })
  onTestFinished(fresh.drop)
  if (kind === 'sqlite') await fill(fresh.url)
  await fresh.ask("insert into tenant values ('t1', 'acme', 5)")
  await fresh.ask(
    `insert into vault values ('t1', '${vault}', 'v1', 'One', 'active', null, null, null, 5)`,
  )
  return fresh
}

function deploymentRow(chain: string, manager: string, next: string): string {
  return `insert into deployment (tenant_id, vault, chain, manager, drones, roots_next_block)
    values ('t1', '${vault}', '${chain}', '${manager.toLowerCase()}', '[]', ${next})`
}

function rootRow(chain: string, digit: string, isActive: 0 | 1): string {
  return `insert into root (tenant_id, vault, chain, strategist, root, is_pushed, is_onchain, is_active)
    values ('t1', '${vault}', '${chain}', '${vault}', '${root(digit)}', 1, ${isActive}, ${isActive})`
}

function snapshotRow(chain: string, price: string): string {
  return `insert into snapshot (tenant_id, vault, chain, day, block_number, at_unix, type, base_asset, positions, prices)
    values ('t1', '${vault}', '${chain}', '${dayOf(0)}', 1, 1, 'legacy', 'USDC', '[]', '{"${chain}":{"USDC":"${price}"}}')`
}

describe.each(kinds)('%s', (kind) => {
  test('golden: slugs become lower case in every table, and nothing else changes', async () => {
    const fresh = await openThird(kind)
    for (const sql of [
      deploymentRow('sonicMainnet', address, '7'),
      deploymentRow('mainnet', address, '9'),
      rootRow('sonicMainnet', 'a', 1),
      rootRow('mainnet', 'b', 1),
      snapshotRow('sonicMainnet', '1.5'),
      `insert into strategist values ('t1', '${vault}', 'sonicMainnet', 'main', '${vault}', 0)`,
      `insert into usd_price values ('t1', 'hyperEVM', '${vault}', 1, '2', 'book')`,
      "insert into final_head values ('hyperEVM', 5, '0x05', 1)",
      "insert into final_head values ('mainnet', 6, '0x06', 1)",
    ]) {
      await fresh.ask(sql)
    }
    expect((await migrate(fresh.url)).pending).toEqual([])
    const store = await openStore(fresh.url)
    onTestFinished(() => store.close())
    const place = { chain: 'sonicMainnet', vault: address } as const
    const storedVault = (await store.vaults.find('t1', place))!
    expect(storedVault.deployments.map(({ chain }) => chain)).toEqual(['mainnet', 'sonicmainnet'])
    expect(storedVault.deployments[1]!.strategists).toEqual([{ name: 'main', address }])
    expect(await store.roots.active('t1', place)).toMatchObject([{ root: root('a') }])
    expect(await store.roots.nextBlock('t1', place)).toBe(7n)
    expect(await store.roots.nextBlock('t1', { ...place, chain: 'mainnet' })).toBe(9n)
    const snapshot = await store.snapshots.latest('t1', place)
    expect(snapshot).toMatchObject({
      chain: 'sonicmainnet',
      prices: { sonicmainnet: { USDC: '1.5' } },
    })
    const [price] = await store.prices.latest('t1', { chain: 'HYPEREVM', assets: [address] })
    expect(price).toMatchObject({ chain: 'hyperevm', usd: '2' })
    const heads = (await store.heads.list()).map(({ chain, number }) => [chain, number])
    expect(heads).toEqual([
      ['hyperevm', 5n],
      ['mainnet', 6n],
    ])
    expect(await store.heads.forget('HyperEVM')).toBe(true)
  })

  test('behavior: of two spellings the lower case stays, and the roots are read anew', async () => {
    const fresh = await openThird(kind)
    for (const sql of [
      deploymentRow('hyperevm', address, '7'),
      deploymentRow('hyperEVM', addressOf(2), '99'),
      deploymentRow('base', address, '3'),
      rootRow('hyperevm', 'a', 1),
      rootRow('hyperEVM', 'b', 1),
      rootRow('hyperEVM', 'a', 0),
      snapshotRow('hyperevm', '1'),
      snapshotRow('hyperEVM', '2'),
    ]) {
      await fresh.ask(sql)
    }
    await migrate(fresh.url)
    const store = await openStore(fresh.url)
    onTestFinished(() => store.close())
    const place = { chain: 'hyperevm', vault: address } as const
    const { deployments } = (await store.vaults.find('t1', place))!
    expect(deployments.map(({ chain, manager }) => [chain, manager])).toEqual([
      ['base', address],
      ['hyperevm', address],
    ])
    expect(await store.roots.active('t1', place)).toMatchObject([{ root: root('a') }])
    const rows = await fresh.ask('select chain, root, is_active from root order by root')
    expect(rows.map((row) => [row.chain, row.root, Number(row.is_active)])).toEqual([
      ['hyperevm', root('a'), 1],
      ['hyperevm', root('b'), 0],
    ])
    expect(await store.roots.nextBlock('t1', place)).toBeNull()
    expect(await store.roots.nextBlock('t1', { ...place, chain: 'base' })).toBe(3n)
    const snapshot = await store.snapshots.latest('t1', place)
    expect(snapshot?.prices).toEqual({ hyperevm: { USDC: '1' } })
  })

  test('law: whatever spellings there are, one row a chain stays, and again changes nothing', async () => {
    const fresh = await openThird(kind)
    const spelling = fc.constantFrom('base', 'Base', 'BASE', 'hyperEVM', 'hyperevm', 'HYPERevm')
    const rows = fc.uniqueArray(fc.tuple(spelling, fc.integer({ min: 1, max: 3 })), {
      maxLength: 12,
      selector: ([chain, at]) => `${chain} ${at}`,
    })
    const numRuns = runsOf(kind === 'sqlite' ? 0.15 : 0.03)
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const clean = ['root', 'deployment', 'usd_price']
        for (const table of clean) await fresh.ask(`delete from ${table}`)
        for (const chain of new Set(given.map(([one]) => one))) {
          await fresh.ask(deploymentRow(chain, address, 'null'))
          await fresh.ask(rootRow(chain, 'a', 1))
        }
        for (const [chain, time] of given) {
          const values = `'t1', '${chain}', '${vault}', ${time}, '${chain === 'base' || chain === 'hyperevm' ? 1 : 2}', 's'`
          await fresh.ask(`insert into usd_price values (${values})`)
        }
        for (const sql of statements) await fresh.ask(sql)
        const prices = 'select chain, at_unix, usd from usd_price order by chain, at_unix'
        const after = (await fresh.ask(prices)).map((row) => ({ ...row }))
        const keys = new Set(given.map(([chain, at]) => `${chain.toLowerCase()} ${at}`))
        expect(after.map((row) => `${row.chain} ${row.at_unix}`)).toEqual([...keys].sort())
        for (const [chain, time] of given.filter(([one]) => one === one.toLowerCase())) {
          const keptRow = after.find((row) => row.chain === chain && Number(row.at_unix) === time)
          expect(keptRow!.usd).toBe('1')
        }
        const active = await fresh.ask('select chain from root where is_active = 1 order by chain')
        const chains = [...new Set(given.map(([chain]) => chain.toLowerCase()))].sort()
        expect(active.map(({ chain }) => chain)).toEqual(chains)
        for (const sql of statements) await fresh.ask(sql)
        expect((await fresh.ask(prices)).map((row) => ({ ...row }))).toEqual(after)
      }),
      { numRuns },
    )
  })

  test('refuses: one chain in two spellings in one vault', async () => {
    const fresh = kind === 'sqlite' ? await openFreshSqlite() : await openMigratedPostgres()
    onTestFinished(fresh.drop)
    const store = await openStore(fresh.url, { migrate: true })
    onTestFinished(() => store.close())
    const tenant = await store.tenants.create({ name: 'acme' }, 'local:test')
    const deployment = (chain: string) => ({
      chain,
      manager: address,
      accountant: null,
      teller: null,
      queues: [],
      drones: [],
      deployedAtUnix: null,
      deployedBlock: null,
      strategists: [],
    })
    const draft = (...chains: readonly string[]) => ({
      address,
      name: 'One',
      status: 'active' as const,
      deployedAtUnix: null,
      definition: null,
      lock: null,
      deployments: chains.map(deployment),
    })
    const put = (...chains: readonly string[]) =>
      store.vaults.put(tenant.id, draft(...chains), 'local:test')
    await expect(put('hyperEVM', 'hyperevm')).rejects.toMatchObject({ code: 'invalid_name' })
    const { deployments } = await put('hyperEVM', 'BASE')
    expect(deployments.map(({ chain }) => chain)).toEqual(['base', 'hyperevm'])
  })
})
