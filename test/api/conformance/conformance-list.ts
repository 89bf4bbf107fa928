import { verifyRootProof } from '@vaultwright/proof'
import { expect } from 'vitest'
import { walk } from './conformance-data.ts'
import { dataPath, type Rule, rule } from './conformance-rule.ts'

// biome-ignore lint/suspicious/noExplicitAny: what it holds is what a test asserts
type Body = any

/** Lists that put together what other answers say one by one. */
export const listRules: readonly Rule[] = [
  rule('4.7', 'summaries say of every vault what its own answers say', async (world) => {
    const { body } = await world.get('/v1/vaults/summaries')
    expect(body.data).toHaveLength(2)
    for (const { vault_address, deployments } of body.data) {
      const [figures] = deployments
      const path = `/v1/vaults/local/${vault_address}`
      const snapshot = (await world.get(`${path}/metrics/snapshot/latest`)).body.data
      const performance = (await world.get(`${path}/performance`)).body.data
      const { meta } = (await world.get(`${path}/dailyData`)).body
      const roots = await walk(world, `${path}/roots`)
      expect(figures).toMatchObject({
        share_price: snapshot.share_price,
        total_assets: snapshot.total_assets,
        block_number: snapshot.block_number,
        apy: performance.apy,
        last_day: meta.to.slice(0, 10),
        days_behind: 0,
        roots_without_tree: roots.filter((root) => (root as Body).leaf_count === null).length,
      })
    }
  }),
  rule('4.10', 'changes of roots name every root of the list, at its place', async (world) => {
    const roots = (await walk(world, dataPath(world, '/roots'))) as Body[]
    const changes = (await walk(world, dataPath(world, '/roots/changes'))) as Body[]
    for (const { root_hash, strategist, block_number, log_index } of roots)
      expect(changes).toContainEqual(
        expect.objectContaining({ root_hash, strategist, block_number, log_index }),
      )
    const places = changes.map((one) => one.block_number * 1e6 + one.log_index)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  }),
  rule(
    '4.10',
    'pending roots lead to their trees, pending or on chain for others',
    async (world) => {
      const { body } = await world.get(dataPath(world, '/roots/pending'))
      expect(body.data.length).toBeGreaterThan(0)
      for (const { links } of body.data)
        expect((await world.get(`/v1${links.tree}`)).status).toBe(200)
    },
  ),
  rule('4.10', 'a proof of a root leads from the block to the active root', async (world) => {
    const { manager, vault } = world.eth
    const { body } = await world.get(`/v1/vaults/local/${vault}/roots/${world.main}/proof`)
    const verified = verifyRootProof(body.data, { manager, strategist: world.main })
    const [active] = (await world.get(dataPath(world, '/roots'))).body.data.filter(
      (root: Body) => root.strategist === world.main && root.active,
    )
    expect(verified).toMatchObject({ ok: true, root: active.root_hash })
    const proofPath = `/v1/vaults/local/${vault}/roots/${vault}/proof`
    expect((await world.get(proofPath)).body.error.code).toBe('root_proof_not_found')
  }),
  rule(
    '4.7',
    'the index has a row for every vault, and nothing of the demo is missing',
    async (world) => {
      const { body } = await world.get('/v1/index')
      expect(body.data).toHaveLength(2)
      for (const row of body.data)
        expect(row).toMatchObject({ is_found: true, missing_days: [], failures: [] })
      expect((await world.get(dataPath(world, '/revisions'))).status).toBe(200)
    },
  ),
]
