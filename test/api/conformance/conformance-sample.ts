import type { DemoWorld } from '../support/demo-world.ts'
import { pendingRootOf } from './conformance-rule.ts'

/** A value of the interface, with what was asked for. */
export type Sample = {
  readonly value: Readonly<Record<string, unknown>>
  readonly verbose: boolean
  readonly simulated: boolean
  readonly failed: boolean
  readonly explained: boolean
}

/** Gives every sample of a section, from the answers of the service. */
export type Sampling = (world: DemoWorld) => Promise<readonly Sample[]>

// biome-ignore lint/suspicious/noExplicitAny: what it holds is what a test asserts
type Body = any

const plain = (value: Body): Sample => ({
  value,
  verbose: false,
  simulated: false,
  failed: false,
  explained: false,
})
const explained = (value: Body): Sample => ({ ...plain(value), explained: true })
const vaultsOf = ({ eth, usd }: DemoWorld) => [eth, usd]
const bodyOf = async (world: DemoWorld, path: string): Promise<Body> => (await world.get(path)).body

async function everyVault(world: DemoWorld, rest: string): Promise<readonly Body[]> {
  return Promise.all(
    vaultsOf(world).map(({ vault }) => bodyOf(world, `/v1/vaults/local/${vault}${rest}`)),
  )
}

async function manifests(world: DemoWorld): Promise<readonly Body[]> {
  const paths = vaultsOf(world).flatMap(({ vault, strategists }) =>
    strategists.map(({ address }) => `/v1/tx-builder/api/actions/local/${vault}/${address}`),
  )
  return Promise.all(paths.map((path) => bodyOf(world, path)))
}

/** Each way to build: simulated or not, verbose or not, one that succeeds and one that reverts. */
async function builds(world: DemoWorld, isBatch: boolean): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (const verbose of [false, true]) {
    for (const skip_sim of [false, true]) {
      for (const amount of ['1.5', '100000000']) {
        const params = { asset: 'WETH', amount }
        const { status, body } = await world.post(
          isBatch
            ? `/v1/tx-builder/api/execute-multiple/local/${world.eth.vault}/${world.main}`
            : `/v1/tx-builder/api/execute/local/${world.eth.vault}/${world.main}/aave_v3/supply`,
          isBatch
            ? { actions: [{ route: 'aave_v3/supply', params }], verbose, skip_sim }
            : { params, verbose, skip_sim },
          'strategist',
        )
        if (status !== 200) throw new Error(JSON.stringify(body))
        samples.push({
          value: body,
          verbose,
          simulated: !skip_sim,
          failed: !skip_sim && amount !== '1.5',
          explained: false,
        })
      }
    }
  }
  return samples
}

async function constraints(world: DemoWorld): Promise<readonly Body[]> {
  const base = `/v1/tx-builder/api/actions/local/${world.eth.vault}/${world.main}`
  const manifest = await bodyOf(world, base)
  const routes = Object.keys(manifest).filter((route) => manifest[route].has_constraints)
  return Promise.all(routes.map((route) => bodyOf(world, `${base}/constraints/${route}`)))
}

async function trees(world: DemoWorld): Promise<readonly Body[]> {
  const roots = (await everyVault(world, '/roots')).flatMap(({ data }) => data)
  // A root may be on the Manager and its tree nowhere: then its number of leaves is unknown.
  const withTree = roots.filter(({ leaf_count }) => leaf_count !== null)
  const onchain = withTree.map(({ links }: Body) => bodyOf(world, `/v1${links.tree}`))
  const pendingSamples = [await pendingRootOf(world)].map((root) =>
    bodyOf(world, `/v1/trees/${root}/pending`),
  )
  return Promise.all([...onchain, ...pendingSamples])
}

/** The samples of each section. */
export const samplings = {
  health: async (world) => [plain(await bodyOf(world, '/v1/tx-builder/health'))],
  action: async (world) => (await manifests(world)).flatMap(Object.values).map(plain),
  parameter: async (world) =>
    (await manifests(world))
      .flatMap(Object.values)
      .flatMap(({ params }) => params)
      .map(plain),
  constraints: async (world) => (await constraints(world)).map(plain),
  execute: (world) => builds(world, false),
  batch: (world) => builds(world, true),
  transfer: async (world) =>
    [...(await builds(world, false)), ...(await builds(world, true))]
      .flatMap(({ value }) => (value.token_transfers ?? []) as Body[])
      .map(plain),
  page: async (world) => {
    const { vault } = world.eth
    const paths = ['/v1/vaults', '/v1/vaults?page_size=1', `/v1/vaults/local/${vault}/dailyData`]
    const more = [`/v1/vaults/local/${vault}/roots`, `/v1/vaults/local/${vault}/metrics/snapshot`]
    const bodies = await Promise.all([...paths, ...more].map((path) => bodyOf(world, path)))
    return bodies.map(({ page }) => plain(page))
  },
  vault: async (world) => (await bodyOf(world, '/v1/vaults')).data.map(plain),
  snapshot: async (world) =>
    [
      ...(await everyVault(world, '/metrics/snapshot/latest')).map(({ data }) => data),
      ...(await everyVault(world, '/metrics/snapshot')).flatMap(({ data }) => data),
    ].map(plain),
  root: async (world) =>
    (await everyVault(world, '/roots?page_size=100')).flatMap(({ data }) => data).map(plain),
  tree: async (world) => (await trees(world)).map(({ data }) => plain(data)),
  daily: async (world) => [
    ...(await everyVault(world, '/dailyData?page_size=100')).flatMap(({ data }) => data.map(plain)),
    ...(await everyVault(world, '/dailyData?page_size=100&explain=true')).flatMap(({ data }) =>
      data.map(explained),
    ),
  ],
  dailyPage: async (world) => (await everyVault(world, '/dailyData')).map(plain),
  performance: async (world) => [
    ...(await everyVault(world, '/performance')).map(({ data }) => plain(data)),
    ...(await everyVault(world, '/performance?explain=true')).map(({ data }) => explained(data)),
  ],
  entry: async (world) => {
    const { vault } = world.eth
    const execute = `/v1/tx-builder/api/execute/local/${vault}/${world.main}/aave_v3/supply`
    const answers = [
      await world.get('/v1/vaults?page_size=101'),
      await world.get('/v1/vaults?cursor=x'),
      await world.get(`/v1/vaults/local%20/${vault}/dailyData`),
      await world.get(`/v1/tx-builder/api/actions/local/0x12/${world.main}`),
      await world.post(execute, { params: 7, verbose: 'yes', more: 1 }),
      await world.post(execute, { params: { asset: 'nothing', amount: '-1' } }),
    ]
    return answers.flatMap(({ body }) => body.detail as Body[]).map(plain)
  },
} as const satisfies Readonly<Record<string, Sampling>>
