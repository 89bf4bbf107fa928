import { type Hex, printHex } from '@vaultwright/base'
import { fileOf, printRust, printSolidity } from '@vaultwright/formats'
import { buildLeafTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { expect } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import type { DemoWorld } from '../support/demo-world.ts'
import { builderPath, type Rule, rule } from './conformance-rule.ts'

/** A tree that no Manager has: that of the second strategist of Local USD without its last leaves. */
function treeWithout(count: number): { readonly text: string; readonly root: Hex } {
  const { tree, metadata } = localTree('local-usd-lending')
  const short = buildLeafTree(tree.leaves.slice(0, metadata.leafCount - count))
  return { text: printSolidity(fileOf(short, metadata)), root: printHex(rootOf(short.tree)) }
}

async function push(world: DemoWorld, tree: string) {
  const { usd } = world
  const place = { chain: 'local', vault_address: usd.vault }
  const strategist_address = usd.strategists[1]!.address
  return world.post('/v1/trees', { ...place, strategist_address, tree }, 'curator')
}

async function set({ api, tenantId, usd }: DemoWorld, root: Hex, block: bigint): Promise<void> {
  const place = { block, atUnix: 1_780_000_000n + block, logIndex: 0, txHash: null }
  const strategist = usd.strategists[1]!.address
  await api.store.roots.set(tenantId, {
    chain: 'local',
    vault: usd.vault,
    strategist,
    root,
    ...place,
  })
}

async function statesOf(world: DemoWorld, root: Hex): Promise<readonly number[]> {
  const paths = [`/v1/trees/${root}`, `/v1/trees/${root}/pending`]
  return Promise.all(paths.map(async (path) => (await world.get(path)).status))
}

async function activeOf(world: DemoWorld, root: Hex): Promise<readonly boolean[]> {
  const { body } = await world.get(`/v1/vaults/local/${world.usd.vault}/roots?page_size=100`)
  const entries = body.data.filter((one: { root_hash: Hex }) => one.root_hash === root)
  return entries.map((one: { active: boolean }) => one.active)
}

async function makeKey(world: DemoWorld, name: string) {
  const { body } = await world.post('/v1/admin/users', { name, role: 'viewer' })
  const user_id: string = body.data.id
  const newKey = await world.post('/v1/admin/keys', { user_id })
  const ask = async () => {
    const headers = { authorization: `Bearer ${newKey.body.data.key}` }
    return (await world.api.ask('GET', '/v1/vaults', { headers })).status
  }
  return { user_id, id: newKey.body.data.id as string, key: newKey.body.data.key as string, ask }
}

const rust = rule('2.12', 'the rust format has leaves, root and layers', async (world) => {
  const { tree, metadata } = localTree('local-usd-lending')
  const short = buildLeafTree(tree.leaves.slice(0, metadata.leafCount - 5))
  const text = printRust(fileOf(short, metadata))
  const { root, leaves, layers } = JSON.parse(text)
  expect((await push(world, text)).status).toBe(200)
  const { body } = await world.get(`/v1/trees/${root}/pending`)
  expect(body.data).toMatchObject({ root_hash: root, format: 'rust' })
  expect(body.data.tree).toEqual({ leaves, root, layers })
})

/** Section 3: states and what moves them. */
export const stateRules: readonly Rule[] = [
  rust,
  rule('3', 'Merkle root: pending → onchain when it is set, and never both', async (world) => {
    const { text, root } = treeWithout(3)
    expect(await statesOf(world, root)).toEqual([404, 404])
    expect((await push(world, text)).body.data).toMatchObject({ state: 'pending', new_root: true })
    expect(await statesOf(world, root)).toEqual([404, 200])
    expect(await activeOf(world, root)).toEqual([])
    await set(world, root, 1_000n)
    expect(await statesOf(world, root)).toEqual([200, 404])
    expect(await activeOf(world, root)).toEqual([true])
  }),
  rule(
    '3',
    'Merkle root: onchain stays onchain when another is set (historical)',
    async (world) => {
      const { text, root } = treeWithout(4)
      await push(world, text)
      await set(world, root, 2_000n)
      await set(world, world.usd.strategists[1]!.root, 2_001n)
      expect(await statesOf(world, root)).toEqual([200, 404])
      expect((await push(world, text)).body.data).toMatchObject({
        state: 'onchain',
        new_root: false,
      })
      expect(await statesOf(world, root)).toEqual([200, 404])
    },
  ),
  rule(
    '3',
    'root `active`: true while the Manager holds it, false once it is replaced',
    async (world) => {
      const { root } = treeWithout(3)
      expect(await activeOf(world, root)).toEqual([false])
      const current = world.usd.strategists[1]!.root
      expect(await activeOf(world, current)).toContain(true)
    },
  ),
  rule(
    '3',
    'API key: (none) → active while the user has fewer than 10, plaintext once',
    async (world) => {
      const { user_id, key, ask } = await makeKey(world, 'ten keys')
      expect(await ask()).toBe(200)
      for (let more = 1; more < 10; more++)
        expect((await world.post('/v1/admin/keys', { user_id })).status).toBe(200)
      const eleventh = await world.post('/v1/admin/keys', { user_id })
      expect([eleventh.status, eleventh.body.error.code]).toEqual([409, 'too_many_keys'])
      const listed = await world.get('/v1/admin/keys', 'admin')
      const theirs = listed.body.data.filter((one: { user_id: string }) => one.user_id === user_id)
      expect(theirs).toHaveLength(10)
      expect(listed.text).not.toContain(key)
      expect((await world.get('/v1/admin/audit', 'admin')).text).not.toContain(key)
    },
  ),
  rule(
    '3',
    'API key: active → revoked, at any time and at once; a place is free again',
    async (world) => {
      const { user_id, id, ask } = await makeKey(world, 'revoked')
      for (let more = 1; more < 10; more++) await world.post('/v1/admin/keys', { user_id })
      const revoked = await world.post(`/v1/admin/keys/${id}/revoke`, undefined)
      expect(revoked.body.data.revoked_at).not.toBeNull()
      expect(await ask()).toBe(403)
      expect((await world.post('/v1/admin/keys', { user_id })).status).toBe(200)
      expect(await ask()).toBe(403)
    },
  ),
  rule('3', 'API key: the user is deactivated → not authenticating, at once', async (world) => {
    const { user_id, ask } = await makeKey(world, 'deactivated')
    expect(await ask()).toBe(200)
    await world.post(`/v1/admin/users/${user_id}/deactivate`, undefined)
    expect(await ask()).toBe(403)
  }),
  rule('3', 'Simulation outcome: true, an error string, or skipped', async (world) => {
    const path = builderPath(world, 'execute', `${world.main}/aave_v3/supply`)
    const build = async (amount: string, skip_sim: boolean) =>
      (await world.post(path, { params: { asset: 'WETH', amount }, skip_sim })).body
    expect(await build('1.5', false)).toMatchObject({ simulation_status: true })
    const failed = await build('100000000', false)
    expect(failed).toMatchObject({
      simulation_status: expect.any(String),
      error: expect.any(String),
    })
    expect(failed.encoded_tx_data).toMatch(/^0x244b0f6a/)
    const skipped = await build('1.5', true)
    expect(skipped).toMatchObject({ simulation_skipped: true })
    expect(skipped).not.toHaveProperty('simulation_status')
  }),
  rule('3', 'Vault status: active', async (world) => {
    const { body } = await world.get('/v1/vaults')
    expect(body.data.map((one: { status: string }) => one.status)).toEqual(['active', 'active'])
  }),
]
