import { openStore } from '@vaultwright/store'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openMigratedPostgres } from '../support/store/store-database.ts'
import { by } from '../support/store/store-fixture.ts'

async function openHome(onQuery?: (sql: string) => void) {
  const fresh = await openMigratedPostgres()
  onTestFinished(fresh.drop)
  const store = await fresh.open({ migrate: true, ...(onQuery && { onQuery }) })
  onTestFinished(() => store.close())
  return { fresh, store }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('law: a revision stands for one state: transactions that overlap and end in any order move it as each ends', async () => {
  const { fresh, store } = await openHome()
  const clients = await Promise.all(Array.from({ length: 4 }, () => connect(fresh.url)))
  const states = new Map<string, string>()
  const note = async () => {
    const revision = await store.askRevision()
    const tenants = await store.tenants.list()
    const state = tenants.map(({ name }) => name).join()
    // Read after the revision was asked for, and nothing is committed meanwhile.
    expect(states.get(revision!) ?? state).toBe(state)
    states.set(revision!, state)
    return revision
  }
  for (let round = 0; round < 6; round++) {
    for (const [index, client] of clients.entries()) {
      await client.query('begin')
      const name = `${round}-${index}`
      await client.query(`insert into tenant values ('tenant_${name}', '${name}', 1)`)
    }
    const order = round % 2 === 0 ? clients : clients.toReversed()
    for (const [index, client] of order.entries()) {
      const open = await note()
      await client.query((round + index) % 3 === 2 ? 'rollback' : 'commit')
      if ((round + index) % 3 !== 2) expect(await note()).not.toBe(open)
    }
  }
  expect(states.size).toBeGreaterThan(15)
})

test('law: keys that are asked for at one moment share statements of eight, and each gets its own caller', async () => {
  const statements: string[] = []
  const { fresh, store } = await openHome((sql) => statements.push(sql))
  const otherStore = await openStore(fresh.url)
  onTestFinished(() => otherStore.close())
  const texts: string[] = []
  for (let number = 0; number < 5; number++) {
    const tenant = await store.tenants.create({ name: `tenant-${number}` }, by)
    const user = await store.users.create(tenant.id, { name: 'one', role: 'viewer' }, by)
    for (let ratePerMinute = 1; ratePerMinute <= 4; ratePerMinute++) {
      const draft = { userId: user.id, description: '', ratePerMinute }
      const { key, text } = await store.keys.create(tenant.id, draft, by)
      if (ratePerMinute === 3) await store.keys.revoke(tenant.id, key.id, by)
      texts.push(text)
    }
  }
  // Twice, as two connections of a client would: the second adds nothing.
  const tokens = [...texts.flatMap((text) => [text, text]), 'vw_live_not_a_key']
  const together = await Promise.all(tokens.map((token) => store.keys.authenticate(token)))
  const lookups = statements.filter((sql) => sql.includes('"k"."hash" in'))
  expect(lookups).toHaveLength(3)
  const alone: Awaited<typeof together> = []
  for (const token of tokens) alone.push(await otherStore.keys.authenticate(token))
  // Other databases of the server move the revision, too.
  const withoutTime = together.map((caller, at) => caller && { ...caller, asOf: alone[at]?.asOf })
  expect(withoutTime).toEqual(alone)
  const rates = together.map((caller) => `${caller?.tenantName} ${caller?.ratePerMinute}`)
  expect(rates.slice(0, 8).filter((_, at) => at % 2 === 1)).toEqual([
    'tenant-0 1',
    'tenant-0 2',
    'undefined undefined',
    'tenant-0 4',
  ])
  expect(new Set(together.map((caller) => caller?.keyId)).size).toBe(16)
})

test('behavior: a key that another process revokes opens nothing with the next request', async () => {
  const { fresh, store } = await openHome()
  const otherStore = await openStore(fresh.url)
  onTestFinished(() => otherStore.close())
  const tenant = await store.tenants.create({ name: 'acme' }, by)
  const user = await store.users.create(tenant.id, { name: 'one', role: 'viewer' }, by)
  for (let round = 0; round < 5; round++) {
    const draft = { userId: user.id, description: '', ratePerMinute: null }
    const { key, text } = await store.keys.create(tenant.id, draft, by)
    const queries = Array.from({ length: 3 }, () => store.keys.authenticate(text))
    for (const caller of await Promise.all(queries)) expect(caller?.keyId).toBe(key.id)
    await otherStore.keys.revoke(tenant.id, key.id, by).catch(() => {})
    expect(await store.keys.authenticate(text)).toBeNull()
    expect(await store.keys.authenticate(text)).toBeNull()
  }
})
