import { join } from 'node:path'
import { openStore } from '../../../packages/store/src/index.ts'
import { openPostgres } from '../../support/service/service-postgres.ts'

/** The store of a service: `node` is SQLite too, and builds with a node. */
export type BenchStore = 'sqlite' | 'node' | 'postgres'

/** A database for a service. */
export type BenchBase = { readonly databaseUrl: string; readonly close: () => Promise<void> }

/** The time between two writes of another process · ms. */
const writeEveryMs = 50

/** Opens an empty database; a file of it stands in a folder. */
export async function openBase(store: BenchStore, folder: string): Promise<BenchBase> {
  if (store === 'postgres') {
    const server = await openPostgres()
    return { databaseUrl: server.url, close: () => server.stop() }
  }
  return { databaseUrl: `sqlite:${join(folder, `${store}.db`)}`, close: async () => {} }
}

/** Writes as an indexer in another process does: what a service keeps of the store's state is over. @returns what ends it. */
export async function startWriting(databaseUrl: string): Promise<() => Promise<void>> {
  const store = await openStore(databaseUrl)
  let number = 0n
  let writing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    number++
    const hash = `0x${number.toString(16).padStart(64, '0')}` as const
    const head = { chain: 'bench', number, hash, atUnix: number }
    writing = writing.then(() => store.heads.raise(head))
  }, writeEveryMs)
  return async () => {
    clearInterval(timer)
    await writing
    await store.close()
  }
}
