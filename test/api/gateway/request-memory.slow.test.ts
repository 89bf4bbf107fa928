import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from '../../support/service/api-start.ts'
import { openFreshSqlite } from '../../support/store/store-database.ts'
import { makeKey, testActor } from '../support/harness.ts'

const requests = 4_000

/** Bytes of a request that small collections move to where only large ones look: a request that is held takes five thousand. */
const maxPromoted = 500

test('law: an answered request goes with the next small collection', async () => {
  const fresh = await openFreshSqlite()
  onTestFinished(() => fresh.drop())
  const store = await fresh.open({ migrate: true })
  onTestFinished(() => store.close())
  const tenant = await store.tenants.create({ name: 'acme' }, testActor)
  const key = await makeKey(store, tenant.id, {
    name: 'one',
    role: 'viewer',
    ratePerMinute: 1_000_000,
  })
  const flags = ['--trace-gc-nvp', '--max-semi-space-size=2']
  const { url, takePrinted } = await startApi({ databaseUrl: fresh.url, flags })
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  onTestFinished(() => agent.destroy())
  const ask = async (count: number) => {
    let left = count
    const lane = async () => {
      for (; left > 0; left--) expect(await statusOf(new URL(url), agent, key.text)).toBe(200)
    }
    await Promise.all(Array.from({ length: 10 }, lane))
  }
  // What is made once, and code that is compiled, is not of a request.
  await ask(requests)
  takePrinted()
  await ask(requests)
  const scavenges = [...takePrinted().matchAll(/ gc=s .* promoted=(\d+)/g)].map(([, bytes]) =>
    Number(bytes),
  )
  expect(scavenges.length).toBeGreaterThan(5)
  const promoted = scavenges.reduce((sum, one) => sum + one, 0)
  expect(promoted / requests).toBeLessThan(maxPromoted)
})

function statusOf({ hostname, port }: URL, agent: Agent, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return new Promise((done, failed) => {
    request({ hostname, port, agent, path: '/v1/vaults', headers }, (response) => {
      response
        .on('error', failed)
        .on('end', () => done(response.statusCode ?? 0))
        .resume()
    })
      .on('error', failed)
      .end()
  })
}
