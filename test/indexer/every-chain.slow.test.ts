import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { deploymentsOf, parseDefinition } from '@vaultwright/definition'
import { openIndexer, readIndexerEnv } from '@vaultwright/indexer'
import { fillGaps, putVault } from '@vaultwright/operations'
import { chains, variablesOf } from '@vaultwright/registry'
import { openStore, type Store } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChains } from '../../packages/api/src/node/chains.ts'
import { answerSync } from '../../packages/cli/src/commands/vault/sync.ts'
import { configOf } from '../../packages/cli/src/terminal/env.ts'
import { keysOf, openTestApi, testConfig } from '../api/support/harness.ts'
import { localChainFolder, localTree, startLocalChain } from '../support/node/local-chain.ts'
import { lyingNode } from '../support/node/lying-node.ts'

const actor = 'local:test'
const day = '2026-02-12'
const definitions = join(localChainFolder, '../definitions')
const strategist = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let local: LocalChain
let folder = ''
let databaseUrl = ''
let store: Store

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vaultwright-every-chain-'))
  databaseUrl = `sqlite:${join(folder, 'store.db')}`
  local = await startLocalChain()
  store = await openStore(databaseUrl, { migrate: true })
})
afterAll(async () => {
  await store?.close()
  await local?.anvil.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A slug as the store never has it: every second letter is a capital. */
function spelled(slug: string): string {
  return [...slug].map((one, at) => (at % 2 === 0 ? one.toUpperCase() : one)).join('')
}

/** The definition of a vault on a chain, which is spelled otherwise than it is stored. */
function definitionText(slug: string): string {
  const text = readFileSync(join(definitions, 'local-eth.yaml'), 'utf8')
  return text.replace(/^ {2}local:\n/m, `  ${spelled(slug)}:\n`)
}

/** A tenant with the vault on one chain, and the tree of a strategist. */
async function addVault(slug: string) {
  const { id: tenantId } = await store.tenants.create({ name: slug }, actor)
  const text = definitionText(slug)
  const definition = parseDefinition(text)
  await putVault(store.vaults, { definition, text, lockText: null }, { tenantId, actor })
  const { address, deployments } = deploymentsOf(definition)
  const file = localTree('local-eth-main-3')
  const push = { chain: spelled(slug), vault: address, strategist, file } as const
  await store.trees.push(tenantId, push, actor)
  return { slug, tenantId, address, defined: deployments.map(({ chain }) => chain) }
}

/** Nodes of every chain in the variables that the registry names: each is the local chain under another id. */
async function environment(): Promise<Record<string, string>> {
  const entries = await Promise.all(
    chains.map(async ({ id }) => {
      const url = await lyingNode(local.anvil.url, (method, result) =>
        method === 'eth_chainId' ? `0x${id.toString(16)}` : result,
      )
      const [node] = variablesOf(id, 'RPC_URL')
      const [finality] = variablesOf(id, 'FINALITY')
      return [
        [node!, url],
        [finality!, 'latest'],
      ]
    }),
  )
  return { ...Object.fromEntries(entries.flat()), DATABASE_URL: databaseUrl }
}

test('law: every chain of the registry goes through definition, store, sync, index and API', async () => {
  const vaults = await Promise.all(chains.map(({ slug }) => addVault(slug)))
  const env = await environment()
  const terminal = { isTerminal: false, columns: 80 }
  const context = {
    config: configOf({ stdout: terminal, stderr: terminal } as never, env),
    signal: AbortSignal.timeout(240_000),
    now: Date.now,
  }
  const options = {
    vault: 'Local ETH',
    database: undefined,
    chain: undefined,
    'rpc-url': [],
    agreement: undefined,
  }
  const synced = new Map<string, number>()
  for (const { slug } of chains) {
    const answer = await answerSync({ ...options, tenant: slug }, context as never)
    for (const { chain, active } of answer.synced) synced.set(chain, active.length)
  }

  const failures: unknown[] = []
  const observe = (event: { readonly event: string }) => {
    if (event.event === 'task_failed') failures.push(event)
  }
  const settings = readIndexerEnv({ ...env, INDEX_CONCURRENCY: '8' })
  const io = { observe, warn: () => {}, prices: { prices: [] } }
  const indexer = await openIndexer(settings, io)
  const filter = { from: day, to: day, order: 'oldest' } as const
  const slugs = settings.chains.map(({ slug }) => slug)
  await fillGaps(indexer, { chains: slugs, filter, signal: context.signal })
  await indexer.close()
  expect(failures).toEqual([])

  const access = openChains(env, testConfig.simulation)
  const api = await openTestApi({ store, chains: access })
  const table = []
  for (const { slug, tenantId, address, defined } of vaults) {
    const key = spelled(slug)
    const headers = await keysOf(store, tenantId).as('strategist')
    const ask = (path: string) => api.ask('GET', path, { headers })
    const vaultPath = `/v1/vaults/${slug}/${address}`
    const actions = `/v1/tx-builder/api/actions/${slug}/${address}/${strategist}`
    const [latest, roots, daily, performance, list, page] = await Promise.all(
      [
        `${vaultPath}/metrics/snapshot/latest`,
        `${vaultPath}/roots`,
        `${vaultPath}/dailyData?from=2026-02-12&to=2026-02-13`,
        `${vaultPath}/performance`,
        actions,
        '/v1/vaults',
      ].map(ask),
    )
    table.push({
      slug,
      defined,
      synced: synced.get(slug),
      indexed: (await store.readings.marks(tenantId, { chain: key, vault: address })).length,
      node: access.of(key)?.chainId,
      snapshot: [latest!.status, latest!.body.data?.chain],
      roots: [roots!.status, roots!.body.data?.length],
      daily: [daily!.status, daily!.body.data?.length],
      performance: [performance!.status, performance!.body.data?.chain],
      actions: list!.status,
      listed: page!.body.data.map((one: { chains: string[] }) => one.chains),
    })
  }
  expect(table).toEqual(
    chains.map(({ slug, id }) => ({
      slug,
      defined: [slug],
      synced: 5,
      indexed: 1,
      node: id,
      snapshot: [200, slug],
      roots: [200, 8],
      daily: [200, 1],
      performance: [200, slug],
      actions: 200,
      listed: [[slug]],
    })),
  )
  await api.close()
  await access.close()
})
