import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LocalManifest } from '@vaultwright/chain'

const folder = fileURLToPath(new URL('../../../fixtures/chain', import.meta.url))

/** The request of a case. */
export type BenchCase = {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** At least one; they take turns. */
  readonly paths: readonly string[]
  readonly body: string | null
}

/** Asks a service for the text of a path. */
export type AskText = (path: string) => Promise<string>

/** A request that fails or finds nothing: `{anew}` stands for something new each time. */
export type WrongRequest = Pick<BenchCase, 'method' | 'body'> & {
  readonly path: string
  readonly key: 'valid' | 'unknown' | 'malformed'
}

type Demo = Pick<LocalManifest, 'vaults' | 'contracts'>

/**
 * Lists what is asked, of every vault, tree and strategist in turn: reads, and builds without simulation.
 *
 * @param ask - tells which routes of a strategist have constraints.
 */
export async function casesOf(
  demo: Demo,
  copies: readonly string[],
  ask: AskText,
): Promise<readonly BenchCase[]> {
  const { vault, main, asset } = placeOf(demo)
  const vaults = [...demo.vaults.map((one) => one.vault), ...copies]
  const ofVaults = (tail: string) => vaults.map((one) => `/v1/vaults/local/${one}${tail}`)
  const builder = builderOf(vault)
  const actions = [
    { route: 'aave_v3/supply', params: { asset, amount: '2' } },
    { route: 'aave_v3/withdraw', params: { asset, amount: '1' } },
    { route: 'lido/stake', params: { amount: '0.25' } },
    { route: 'aave_v3/supply', params: { asset, amount: '0.75' } },
    { route: 'lido/stake', params: { amount: '0.5' } },
  ]
  const manifests = demo.vaults.flatMap((one) =>
    one.strategists.map(({ address }) => builderOf(one.vault)('actions', address)),
  )
  return [
    get('listVaults', ['/v1/vaults']),
    get('getVault', ofVaults('')),
    get('latestSnapshot', ofVaults('/metrics/snapshot/latest')),
    get('dailyData', ofVaults('/dailyData')),
    get('roots', ofVaults('/roots')),
    get('performance', ofVaults('/performance')),
    get(
      'tree',
      treeRootsOf(demo).map((root) => `/v1/trees/${root}`),
    ),
    get('listActions', manifests),
    get('constraints', await constraintPathsOf(manifests, ask)),
    post('execute', builder('execute', `${main}/aave_v3/supply`), {
      params: { asset, amount: '1.5' },
      skip_sim: true,
    }),
    post('executeMultiple', builder('execute-multiple', main), { actions, skip_sim: true }),
  ]
}

async function constraintPathsOf(
  manifests: readonly string[],
  ask: AskText,
): Promise<readonly string[]> {
  const paths: string[] = []
  for (const path of manifests) {
    const manifest = JSON.parse(await ask(path))
    for (const route of Object.keys(manifest).filter((one) => manifest[one].has_constraints)) {
      paths.push(`${path}/constraints/${route}`)
    }
  }
  return paths
}

/**
 * Makes a request that is another than that of the turn before: of another vault, tree or strategist, another amount,
 * other days, another size of a page.
 */
export function variantOf({ name, method, paths, body }: BenchCase, turn: number) {
  const path = paths[turn % paths.length]!
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
  return { vault: vault!.vault, main: strategist!.address, asset: contracts.WETH! }
}

/** Of the trees that strategists have now; several may have one. */
function treeRootsOf({ vaults }: Demo): readonly string[] {
  const roots = vaults.flatMap(({ strategists }) =>
    strategists.map(({ tree }): string => {
      const { metadata } = JSON.parse(readFileSync(`${folder}/${tree}`, 'utf8'))
      return metadata.ManageRoot
    }),
  )
  return [...new Set(roots)]
}

const builderOf =
  (vault: string) =>
  (kind: string, tail: string): string =>
    `/v1/tx-builder/api/${kind}/local/${vault}/${tail}`

const get = (name: string, paths: readonly string[]): BenchCase => ({
  name,
  method: 'GET',
  paths,
  body: null,
})

const post = (name: string, path: string, body: object): BenchCase => ({
  name,
  method: 'POST',
  paths: [path],
  body: JSON.stringify(body),
})
