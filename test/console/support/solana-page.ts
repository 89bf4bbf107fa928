import { join } from 'node:path'
import { shiftDay } from '@vaultwright/valuation'
import { openSolanaApi, type SolanaApi } from '../../api/solana/solana-api.ts'
import { putSvmDay } from '../../solana/support/svm-reading-fixture.ts'
import { type ConsolePage, openPage } from './console-page.ts'
import type { Lie } from './key-session.ts'
import { pageFolders } from './page-server.ts'

/** The viewer of a screen, and the lies of the service's answers. */
export type SolanaSession = { readonly role?: 'viewer' | 'strategist'; readonly lie?: Lie }

/** Opens a service with the vault of a Solana world, some of whose permissions were not created, and eight days. */
export async function openSolanaService(): Promise<SolanaApi> {
  const solana = await openSolanaApi({
    more: '  - { action: system/transfer, sub_account: 1, recipient: [treasury], operators: [{ ingest_account: 1 }] }\n',
  })
  const { api, world } = solana
  const vault = await api.store.svmVaults.find(api.tenant.id, { vault: world.state })
  for (let index = 0; index < 8; index++) {
    const exchangeRate = 1_000_000n + 100n * BigInt(index)
    const day = shiftDay('2026-11-01', index)
    const lastUpdateUnix = BigInt(Date.parse(`${day}T12:00:00Z`) / 1_000)
    await putSvmDay(api.store, vault!, { day, exchangeRate, supply: 10n ** 12n, lastUpdateUnix })
  }
  return solana
}

/** Opens an address of the console on built pages; what it asks goes to the service. */
export async function openSolanaPage(
  { api }: SolanaApi,
  address: string,
  { role = 'strategist', lie }: SolanaSession = {},
): Promise<ConsolePage> {
  const opened = await openPage()
  const { page } = opened
  const headers = await api.as(role)
  const session = { user: { id: 'u', name: 'demo', role }, tenant: { name: 'demo' } }
  await page.route('**/console/session', (route) => route.fulfill({ json: { data: session } }))
  await page.route('**/console/v1/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const body: unknown = route.request().postDataJSON()
    const path = pathname.replace('/console', '')
    const method = route.request().method() as 'GET' | 'POST'
    const answer = await api.ask(method, path + search, {
      headers,
      ...(body === null ? {} : { body }),
    })
    const json = structuredClone(answer.body)
    lie?.(path, json)
    await route.fulfill({ status: answer.status, json })
  })
  const record = /\/simulations\/[\w-]+(\.json)?$/
  await page.route(record, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!pathname.endsWith('.json'))
      return route.fulfill({ path: join(pageFolders.app, 'index.html') })
    await route.fulfill({ json: (await api.ask('GET', pathname)).body })
  })
  await page.goto(address)
  return opened
}
