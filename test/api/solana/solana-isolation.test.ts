import { isSvmAddress, parseSvmAddress, type SvmAddress } from '@vaultwright/svm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { openSolanaApi, putSolanaVault, type SolanaApi } from './solana-api.ts'

type Headers = Readonly<Record<string, string>>

let solana: SolanaApi
let acme: Headers
let beta: Headers
let betaId: string
let variants: readonly SvmAddress[]

beforeAll(async () => {
  solana = await openSolanaApi()
  acme = await solana.api.as('strategist')
  const tenant = await solana.api.addTenant('beta')
  beta = await tenant.as('strategist')
  betaId = tenant.tenant.id
  variants = caseVariantsOf(solana.world.state)
})
afterAll(() => solana.close())

test('law: addresses that differ in letter case only are vaults of their own, in every answer', async () => {
  const { api, world, definition, path } = solana
  const [theirs, ...others] = variants
  await putSolanaVault(api, betaId, { world, definition, address: theirs! })
  const ask = async (headers: Headers, vault: string) => {
    const { strategist } = world.people
    const body = { params: { token: 'USDC', recipient: world.people.treasury, amount: '1' } }
    const targets = [
      await api.ask('GET', path('actions', strategist, vault), { headers }),
      await api.ask('POST', path('execute', 'spl_token/transfer', vault), { headers, body }),
      await api.ask('GET', `/v1/vaults/solana/${vault}/permissions`, { headers }),
    ]
    return targets.map(({ status }) => status)
  }
  const vaults = fc.constantFrom(world.state, theirs!, ...others)
  await fc.assert(
    fc.asyncProperty(vaults, fc.boolean(), async (vault, isBeta) => {
      const own = isBeta ? theirs : world.state
      const expected = vault === own ? 200 : 404
      const statuses = await ask(isBeta ? beta : acme, vault)
      expect([vault, ...statuses]).toEqual([vault, expected, expected, expected])
    }),
    { numRuns: runsOf(0.06) },
  )
})

test('law: the vault of another tenant is byte for byte one that does not exist', async () => {
  const { api, world, path } = solana
  const { strategist, treasury } = world.people
  const missing = variants.at(-1)!
  const body = { params: { token: 'USDC', recipient: treasury, amount: '1' }, skip_sim: true }
  const asks: readonly ((vault: string) => ReturnType<typeof api.ask>)[] = [
    (vault) => api.ask('GET', path('actions', strategist, vault), { headers: beta }),
    (vault) =>
      api.ask('GET', path('actions', `${strategist}/constraints/spl_token/transfer`, vault), {
        headers: beta,
      }),
    (vault) => api.ask('POST', path('execute', 'x/y', vault), { headers: beta, body }),
    (vault) =>
      api.ask('POST', path('execute-multiple', strategist, vault), {
        headers: beta,
        body: { actions: [{ route: 'spl_token/transfer', params: body.params }] },
      }),
    (vault) => api.ask('GET', `/v1/vaults/solana/${vault}/permissions`, { headers: beta }),
  ]
  for (const ask of asks) {
    const [foreign, none] = [await ask(world.state), await ask(missing)]
    expect([foreign.status, none.status]).toEqual([404, 404])
    expect(foreign.text.replaceAll(world.state, '')).toBe(none.text.replaceAll(missing, ''))
    expect(Object.keys(foreign.headers)).toEqual(Object.keys(none.headers))
  }
  const requests = world.shim.requests()
  for (const ask of asks) await ask(world.state)
  expect(world.shim.requests()).toBe(requests)
})

test('refuses: a viewer may list, and may not build', async () => {
  const { api, world, path } = solana
  const headers = await api.as('viewer')
  const list = await api.ask('GET', path('actions', world.people.strategist), { headers })
  const build = await api.ask('POST', path('execute', 'spl_token/transfer'), { headers, body: {} })
  expect([list.status, build.status]).toEqual([200, 403])
})

/** Addresses that are others only because one letter has another case. */
function caseVariantsOf(address: SvmAddress): readonly SvmAddress[] {
  return [...address].flatMap((sign, index) => {
    const flipped = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()
    const text = address.slice(0, index) + flipped + address.slice(index + 1)
    return flipped !== sign && isSvmAddress(text) ? [parseSvmAddress(text)] : []
  })
}
