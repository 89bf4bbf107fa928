import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LocalManifest } from '@vaultwright/chain'

const folder = fileURLToPath(new URL('../../../fixtures/chain', import.meta.url))

/** What is asked of the service. */
export type BenchCase = {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string | null
  /** Finds the path out, where an answer of the service names it; null where it stands above. */
  readonly pathOf: ((ask: (path: string) => Promise<string>) => Promise<string>) | null
}

/** A request that fails or finds nothing: `{anew}` stands for something new each time. */
export type WrongRequest = Pick<BenchCase, 'method' | 'path' | 'body'> & {
  readonly key: 'valid' | 'unknown' | 'malformed'
}

type Demo = Pick<LocalManifest, 'vaults' | 'contracts'>

/** Lists what is asked: reads, and builds without simulation. */
export function casesOf(demo: Demo): readonly BenchCase[] {
  const { vault, main, treeRoot, asset } = placeOf(demo)
  const path = `/v1/vaults/local/${vault}`
  const builder = builderOf(vault)
  const actions = [
    { route: 'aave_v3/supply', params: { asset, amount: '2' } },
    { route: 'aave_v3/withdraw', params: { asset, amount: '1' } },
    { route: 'lido/stake', params: { amount: '0.25' } },
    { route: 'aave_v3/supply', params: { asset, amount: '0.75' } },
    { route: 'lido/stake', params: { amount: '0.5' } },
  ]
  return [
    get('listVaults', '/v1/vaults'),
    get('getVault', path),
    get('latestSnapshot', `${path}/metrics/snapshot/latest`),
    get('dailyData', `${path}/dailyData`),
    get('roots', `${path}/roots`),
    get('performance', `${path}/performance`),
    get('tree', `/v1/trees/${treeRoot}`),
    get('listActions', builder('actions', main)),
    {
      ...get('constraints', ''),
      pathOf: async (ask) => {
        const manifest = JSON.parse(await ask(builder('actions', main)))
        const route = Object.keys(manifest).find((one) => manifest[one].has_constraints)
        return builder('actions', `${main}/constraints/${route}`)
      },
    },
    post('execute', builder('execute', `${main}/aave_v3/supply`), {
      params: { asset, amount: '1.5' },
      skip_sim: true,
    }),
    post('executeMultiple', builder('execute-multiple', main), { actions, skip_sim: true }),
  ]
}

/**
 * Makes a request that was not asked before, as long as the turn is another: another amount, other days, another size
 * of a page.
 */
export function variantOf({ name, method, path, body }: BenchCase, turn: number) {
  if (body !== null) {
    const amount = `0.${String(turn + 1).padStart(8, '0')}1`
    return { method, path, body: body.replace(/"amount":"[^"]*"/g, `"amount":"${amount}"`) }
  }
  const size = 20 + (turn % 80)
  switch (name) {
    case 'dailyData': {
      const day = new Date(Date.UTC(1980, 0, 1 + (turn % 10_000))).toISOString().slice(0, 10)
      return { method, path: `${path}?from=${day}&page_size=20`, body }
    }
    case 'listVaults':
    case 'roots':
      return { method, path: `${path}?page_size=${size}`, body }
    default:
      return { method, path, body }
  }
}

/** Lists requests that fail or find nothing. */
export function wrongOf(demo: Demo): readonly WrongRequest[] {
  const { vault, main, asset } = placeOf(demo)
  const place = `local/${vault}`
  const build = `/v1/tx-builder/api/execute/${place}/${main}/aave_v3/supply`
  const read = (path: string, key: WrongRequest['key']): WrongRequest => ({
    method: 'GET',
    path,
    body: null,
    key,
  })
  const say = (path: string, body: object): WrongRequest => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    key: 'valid',
  })
  const params = { asset, amount: '1.5' }
  const unknown = [
    '/v1/vaults?cursor={anew}',
    '/v1/vaults/local/0x{anew}',
    '/v1/vaults/{anew}/0x{anew}/roots',
    `/v1/vaults/${place}/dailyData?from=2026-01-01&cursor={anew}`,
    '/v1/trees/0x{anew}{anew}',
    '/v1/trees/0x{anew}000000000000000000000000',
    '/v1/{anew}/{anew}',
    '/{anew}',
    '/simulations/{anew}',
    `/v1/tx-builder/api/actions/${place}/0x{anew}`,
    `/v1/tx-builder/api/actions/${place}/${main}/constraints/{anew}/{anew}`,
  ]
  return [
    read('/v1/vaults', 'unknown'),
    read('/v1/vaults', 'malformed'),
    ...unknown.map((path) => read(path, 'valid')),
    say(`/v1/tx-builder/api/execute/${place}/${main}/{anew}/{anew}`, {
      params: {},
      skip_sim: true,
    }),
    say(build, { params: { asset: '{anew}', amount: '1' }, skip_sim: true }),
    say(build, { params: { ...params, '{anew}': '{anew}' }, skip_sim: true }),
    say(build, { '{anew}': 1 }),
  ]
}

function placeOf({ vaults, contracts }: Demo) {
  const [vault] = vaults
  const [strategist] = vault!.strategists
  const { metadata } = JSON.parse(readFileSync(`${folder}/${strategist!.tree}`, 'utf8'))
  const treeRoot: string = metadata.ManageRoot
  return { vault: vault!.vault, main: strategist!.address, treeRoot, asset: contracts.WETH! }
}

const builderOf =
  (vault: string) =>
  (kind: string, tail: string): string =>
    `/v1/tx-builder/api/${kind}/local/${vault}/${tail}`

const get = (name: string, path: string): BenchCase => ({
  name,
  method: 'GET',
  path,
  body: null,
  pathOf: null,
})

const post = (name: string, path: string, body: object): BenchCase => ({
  name,
  method: 'POST',
  path,
  body: JSON.stringify(body),
  pathOf: null,
})
