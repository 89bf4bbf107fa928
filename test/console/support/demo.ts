import { randomBytes } from 'node:crypto'
import { openStore } from '@vaultwright/store'
import { askServiceBroker } from '../../support/service/service-broker.ts'

/** The demo of `npm start`, shared by all tests of a run: a test that changes something makes a user of its own. */
export type Demo = {
  /** `http://localhost:…`, where passkeys work. */
  readonly url: string
  /** Of the database that the demo runs on. */
  readonly database: string
  readonly key: string
  readonly vaults: readonly {
    readonly name: string
    readonly chain: string
    readonly vault: string
    readonly strategists: readonly { readonly name: string; readonly address: string }[]
  }[]
}

let demo: Promise<Demo> | null = null

/** Asks for the demo; the first question of a run starts it from the build. */
export function openDemo(): Promise<Demo> {
  demo ??= askServiceBroker('demo').then(({ line }) => withOwnKey(JSON.parse(line) as Demo))
  return demo
}

/** Many tests ask at once: a key of their own has a rate that none of them meets. */
async function withOwnKey(shared: Demo): Promise<Demo> {
  const store = await openStore(shared.database)
  try {
    const [tenant] = await store.tenants.list()
    const name = `tests ${randomBytes(4).toString('hex')}`
    const user = await store.users.create(tenant!.id, { name, role: 'admin' }, 'local:test')
    const draft = { userId: user.id, description: 'tests', ratePerMinute: 1_000_000 }
    const { text } = await store.keys.create(tenant!.id, draft, 'local:test')
    return { ...shared, key: text, url: shared.url.replace('127.0.0.1', 'localhost') }
  } finally {
    await store.close()
  }
}
