import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printHex } from '@vaultwright/base'
import { printRust, printSolidity } from '@vaultwright/formats'
import { encodeManage } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { localChainFolder, localTree } from '../../support/node/local-chain.ts'
import {
  addressOf,
  dayOf,
  rootOfNumber,
  strategists,
  treeOf,
} from '../../support/store/store-fixture.ts'
import { localEth, main } from '../support/builder-world.ts'

/** A request with places for ids that only the run knows: `{own user 3}`, `{other cursor 0}`. */
export type RequestPlan = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** Numbers that decide what is asked. */
export type Dice = readonly [number, number, number, number]

/** The values that tenants have in common on purpose: chains, vaults, strategists, roots. */
export const places = {
  chains: ['base', 'ethereum', 'local', 'nowhere'],
  vaults: [addressOf(1), addressOf(2), addressOf(3), localEth.vault],
  strategists: [...strategists, main],
  roots: [
    ...[1, 2, 3].map((number) => printHex(rootOf(treeOf(number).tree.tree))),
    ...localEth.strategists.map(({ root }) => root),
    rootOfNumber(7),
  ],
} as const

/** The kinds of requests: every operation of the interface, and what is none. */
export const asks = [
  'vaults',
  'vault',
  'latest',
  'snapshots',
  'roots',
  'daily',
  'performance',
  'explained',
  'tree',
  'pendingTree',
  'treeRisk',
  'treeDiff',
  'pushTree',
  'actions',
  'constraints',
  'execute',
  'executeMultiple',
  'simulate',
  'health',
  'users',
  'createUser',
  'deactivateUser',
  'keys',
  'createKey',
  'revokeKey',
  'putVault',
  'audit',
  'unknown',
] as const

type Ask = (typeof asks)[number]

/** Lists whose cursors are of use for other requests. */
export const cursorOf: Readonly<Record<string, string>> = {
  vaults: '/v1/vaults',
  snapshots: '/metrics/snapshot',
  roots: '/roots',
  daily: '/dailyData',
  audit: '/v1/admin/audit',
}

/** Calldata for the Manager that makes no call. */
const emptyBatch = encodeManage([])
const definition = readFileSync(join(localChainFolder, '../definitions/local-eth.yaml'), 'utf8')
const lending = localTree('local-eth-lending')

/** Plans a request. */
export function planOf(kind: Ask, dice: Dice, mark: string): RequestPlan {
  const [first, two, three, four] = dice
  const chain = often(places.chains, first)
  const vault = often(places.vaults, two)
  const strategist = often(places.strategists, three)
  const root = often(places.roots, three)
  const whose = pick(['own', 'own', 'other'], three)
  const place = `${chain}/${vault}`
  const get = (path: string): RequestPlan => ({ method: 'GET', path })
  const post = (path: string, body: unknown): RequestPlan => ({ method: 'POST', path, body })
  const builder = `/v1/tx-builder/api`
  const build = { params: { asset: 'WETH', amount: '1' }, skip_sim: true }
  const query = queryOf(kind, four, whose)
  const plans: Readonly<Record<string, () => RequestPlan>> = {
    vaults: () => get(`/v1/vaults${query}`),
    vault: () => get(`/v1/vaults/${place}`),
    latest: () => get(`/v1/vaults/${place}/metrics/snapshot/latest`),
    snapshots: () => get(`/v1/vaults/${place}/metrics/snapshot`),
    roots: () => get(`/v1/vaults/${place}/roots${query}`),
    daily: () => get(`/v1/vaults/${place}/dailyData${query}`),
    performance: () => get(`/v1/vaults/${place}/performance`),
    explained: () => get(`/v1/vaults/${place}/performance?explain=true`),
    tree: () => get(`/v1/trees/${root}`),
    pendingTree: () => get(`/v1/trees/${root}/pending`),
    treeRisk: () => get(`/v1/trees/${root}/risk`),
    treeDiff: () => get(`/v1/trees/${root}/diff/${often(places.roots, four)}`),
    pushTree: () =>
      post('/v1/trees', {
        chain,
        vault_address: vault,
        strategist_address: strategist,
        tree: treeTextOf(four, mark),
      }),
    actions: () => get(`${builder}/actions/${place}/${strategist}`),
    constraints: () => get(`${builder}/actions/${place}/${strategist}/constraints/aave_v3/supply`),
    execute: () =>
      post(
        `${builder}/execute/${place}/${four % 2 === 0 ? `${strategist}/` : ''}aave_v3/supply`,
        build,
      ),
    executeMultiple: () =>
      post(`${builder}/execute-multiple/${place}/${strategist}`, {
        actions: [{ route: 'aave_v3/supply', params: build.params }],
        skip_sim: true,
      }),
    simulate: () => post(`${builder}/simulate/${place}/${strategist}`, { calldata: emptyBatch }),
    health: () => get('/v1/tx-builder/health'),
    users: () => get('/v1/admin/users'),
    createUser: () =>
      post('/v1/admin/users', {
        name: `${mark} ${two % 4}`,
        role: pick(['viewer', 'admin'], first),
      }),
    deactivateUser: () => post(`/v1/admin/users/{${whose} user ${four}}/deactivate`, {}),
    keys: () => get('/v1/admin/keys'),
    createKey: () =>
      post('/v1/admin/keys', { user_id: `{${whose} user ${four}}`, description: mark }),
    revokeKey: () => post(`/v1/admin/keys/{${whose} key ${four}}/revoke`, {}),
    putVault: () => ({
      method: 'PUT',
      path: '/v1/admin/vaults',
      body: { definition: definition.replace('Local ETH', mark) },
    }),
    audit: () => get(`/v1/admin/audit${query}`),
  }
  return plans[kind]?.() ?? get(`/v1/${first}/${two}`)
}

/** The text of a tree: the same root for each number, whatever the mark. */
function treeTextOf(number: number, mark: string): string {
  if (number % 4 === 3) return printRust(lending)
  return printSolidity(treeOf((number % 3) + 1, mark))
}

/** Takes one by number. */
export function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length]!
}

/** Takes the first one more often than not: what no tenant has shows nothing. */
export function often<Item>(items: readonly Item[], number: number): Item {
  return number < 36 ? items[0]! : pick(items, number)
}

function queryOf(kind: Ask, number: number, whose: string): string {
  const parts = []
  if (number % 2 === 0 && kind !== 'snapshots') parts.push(`page_size=${pick([1, 2, 100], number)}`)
  if (number % 3 === 0) parts.push(`cursor={${whose} cursor ${kind}}`)
  if (kind === 'daily' && number % 5 === 0) parts.push(`from=${dayOf(2)}`)
  if (kind === 'daily' && number % 7 < 4) parts.push(`explain=${number % 7 > 0}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
