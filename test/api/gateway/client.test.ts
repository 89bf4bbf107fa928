import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@vaultwright/client'
import { adminByApi, adminByStore } from '@vaultwright/operations'
import { parseSvmDefinition } from '@vaultwright/svm-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, draftOf } from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'

let api: TestApi
let baseUrl: string

beforeAll(async () => {
  api = await openTestApi()
  for (const n of [1, 2, 3]) await api.store.vaults.put(api.tenant.id, draftOf(n), testActor)
  baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

const clientAs = async (role: Parameters<TestApi['keyOf']>[0]) =>
  createClient({ baseUrl, apiKey: await api.keyOf(role), maxRetries: 0 })

test('default: a list is walked over real pages, and what it names is found', async () => {
  const client = await clientAs('viewer')
  const names: string[] = []
  for await (const vault of client.vaults({ page_size: 1 })) {
    names.push(vault.name)
    const [chain] = vault.chains
    const answer = await client.getVault({ chain: chain!, vault_address: vault.vault_address })
    expect(answer.data).toMatchObject({ name: vault.name })
  }
  expect(names.toSorted()).toEqual(['Vault 1', 'Vault 2', 'Vault 3'])
  expect(await client.getHealth()).toEqual({ status: 'healthy' })
})

test('golden: a Solana vault is added and listed by the API, apart from those of other chains', async () => {
  const otherTenant = await api.addTenant('solana')
  const apiKey = await otherTenant.keyOf('admin')
  const admin = adminByApi(createClient({ baseUrl, apiKey, maxRetries: 0 }))
  await api.store.vaults.put(otherTenant.tenant.id, draftOf(1), testActor)
  const text = readFileSync(
    new URL('../../../fixtures/solana/solana-usd.yaml', import.meta.url),
    'utf8',
  )
  const definition = parseSvmDefinition(text)
  const { vault: address, name, program, vaultId } = definition
  const added = { address, name, status: 'active', program, vaultId }
  expect(await admin.putSvmVault({ definition, text })).toEqual(added)
  expect(await admin.listSvmVaults()).toEqual([added])
  expect((await admin.listVaults()).map((vault) => vault.name)).toEqual(['Vault 1'])
  const byStore = adminByStore(api.store, otherTenant.tenant.id, testActor)
  expect(await byStore.listSvmVaults()).toMatchObject([added])
})

test('default: an administrator makes a user and a key, and the key works until it is revoked', async () => {
  const admin = await clientAs('admin')
  const user = await admin.createUser({ name: 'made by the client', role: 'viewer' })
  const newKey = await admin.createKey({ user_id: user.data.id, description: 'a bot' })
  const bot = createClient({ baseUrl, apiKey: newKey.data.key, maxRetries: 0 })
  expect((await bot.listVaults()).data).toHaveLength(3)
  await admin.revokeKey({ key_id: newKey.data.id })
  await expect(bot.listVaults()).rejects.toMatchObject({ code: 'client_forbidden' })
  const acts: string[] = []
  for await (const { act } of admin.audit({ page_size: 2 })) acts.push(act)
  expect(acts.length).toBeGreaterThanOrEqual(3)
})

test('error: each refusal of the service has its class', async () => {
  const client = await clientAs('viewer')
  const vaultRef = { chain: draftOf(1).deployments[0]!.chain, vault_address: addressOf(1) }
  const codes = async (asked: Promise<unknown>) =>
    asked.then(
      () => null,
      ({ code, reason }) => [code, reason],
    )
  const missing = { ...vaultRef, vault_address: addressOf(99) }
  expect(await codes(client.getVault(missing))).toEqual(['client_not_found', 'vault_not_found'])
  expect(await codes(client.getTree({ root_hash: 'zz' }))).toEqual([
    'client_bad_request',
    'invalid_root_hash',
  ])
  expect(await codes(client.listVaults({ page_size: 101 }))).toEqual([
    'client_invalid_request',
    null,
  ])
  expect(await codes(client.listDailyData({ ...vaultRef, from: 'soon' }))).toEqual([
    'client_invalid_request',
    'validation_failed',
  ])
  expect(await codes(client.listUsers())).toEqual(['client_forbidden', null])
  const foreignClient = createClient({ baseUrl, apiKey: 'vw_unknown', maxRetries: 0 })
  expect(await codes(foreignClient.listVaults())).toEqual(['client_forbidden', null])
  const nowhere = createClient({ baseUrl: `${baseUrl}/nowhere`, apiKey: await api.keyOf('viewer') })
  expect(await codes(nowhere.listVaults())).toEqual([
    expect.stringMatching(/^client_/),
    expect.anything(),
  ])
})

test('error: NetworkError when no server listens, after the given number of tries', async () => {
  const waits: number[] = []
  const gone = await listenWith(() => {})
  await gone.close()
  const client = createClient({
    baseUrl: gone.url,
    apiKey: 'vw_key',
    maxRetries: 2,
    sleep: (ms) => (ms === 30_000 ? new Promise(() => {}) : Promise.resolve(void waits.push(ms))),
  })
  const error = await client.createUser({ name: 'a', role: 'admin' }).catch((thrown) => thrown)
  expect(error).toMatchObject({ code: 'client_network', isUnsent: true })
  expect(waits).toHaveLength(2)
})

test('error: RedirectError, and where a redirect leads nothing arrives', async () => {
  const met: (string | undefined)[] = []
  const elsewhere = await listenWith((request, response) => {
    met.push(request.headers.authorization)
    response.end('{}')
  })
  const server = await listenWith((_, response) => {
    response.writeHead(302, { location: elsewhere.url }).end()
  })
  const client = createClient({ baseUrl: server.url, apiKey: 'vw_key', maxRetries: 0 })
  await expect(client.listVaults()).rejects.toMatchObject({
    code: 'client_redirect',
    facts: { status: 302, location: elsewhere.url },
  })
  expect(met).toEqual([])
  await Promise.all([server.close(), elsewhere.close()])
})

test('behavior: an abort frees the socket of a server that does not answer', async () => {
  const reason = new Error('enough')
  const control = new AbortController()
  let isClosed: Promise<unknown> = Promise.reject(new Error('nothing was asked'))
  isClosed.catch(() => {})
  const server = await listenWith((request) => {
    isClosed = new Promise((resolve) => request.socket.once('close', resolve))
    control.abort(reason)
  })
  const client = createClient({ baseUrl: server.url, apiKey: 'vw_key' })
  await expect(client.listVaults({}, { signal: control.signal })).rejects.toBe(reason)
  await isClosed
  await server.close()
})

/** A server on a free port of this machine. */
async function listenWith(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${port}/`, close }
}
