import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../fixtures/chain', import.meta.url))

/**
 * Lists what is asked: reads, and builds without simulation.
 *
 * @param manifest - of the local chain.
 * @returns name, method, path and body of each.
 */
export function casesOf({ vaults, contracts }) {
  const [vault] = vaults
  const [{ address: main, tree }] = vault.strategists
  const path = `/v1/vaults/local/${vault.vault}`
  const builder = (kind, tail) => `/v1/tx-builder/api/${kind}/local/${vault.vault}/${tail}`
  const { metadata } = JSON.parse(readFileSync(`${folder}/${tree}`, 'utf8'))
  const get = (name, path) => ({ name, method: 'GET', path })
  const post = (name, path, body) => ({ name, method: 'POST', path, body: JSON.stringify(body) })
  const asset = contracts.WETH
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
    get('tree', `/v1/trees/${metadata.ManageRoot}`),
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

/** Requests that fail or find nothing: each is another one every time. */
export function wrongOf({ vaults, contracts }) {
  const [vault] = vaults
  const [{ address: main }] = vault.strategists
  const place = `local/${vault.vault}`
  const build = `/v1/tx-builder/api/execute/${place}/${main}/aave_v3/supply`
  const get = (path, key) => ({ method: 'GET', path, key })
  const post = (path, body) => ({ method: 'POST', path, body: JSON.stringify(body) })
  const params = { asset: contracts.WETH, amount: '1.5' }
  return [
    get('/v1/vaults', 'unknown'),
    get('/v1/vaults', 'malformed'),
    get('/v1/vaults?cursor={anew}'),
    get('/v1/vaults/local/0x{anew}'),
    get('/v1/vaults/{anew}/0x{anew}/roots'),
    get(`/v1/vaults/${place}/dailyData?from=2026-01-01&cursor={anew}`),
    get('/v1/trees/0x{anew}{anew}'),
    get('/v1/trees/0x{anew}000000000000000000000000'),
    get('/v1/{anew}/{anew}'),
    get('/{anew}'),
    get('/simulations/{anew}'),
    get(`/v1/tx-builder/api/actions/${place}/0x{anew}`),
    get(`/v1/tx-builder/api/actions/${place}/${main}/constraints/{anew}/{anew}`),
    post(`/v1/tx-builder/api/execute/${place}/${main}/{anew}/{anew}`, {
      params: {},
      skip_sim: true,
    }),
    post(build, { params: { asset: '{anew}', amount: '1' }, skip_sim: true }),
    post(build, { params: { ...params, '{anew}': '{anew}' }, skip_sim: true }),
    post(build, { '{anew}': 1 }),
  ]
}
