import { openServiceBroker } from './service-broker.ts'
import { openMemoryFolder } from './service-folder.ts'

/**
 * Opens the broker where the tests of a run ask for PostgreSQL, Redis, the demo and the browser, and closes it
 * after them. Temporary files of the run lie in memory where it has some, unless `TMPDIR` says otherwise.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = process.env.TMPDIR === undefined ? openMemoryFolder() : null
  if (folder !== null) process.env.TMPDIR = folder.path
  const broker = await openServiceBroker()
  return async () => {
    await broker.close()
    if (folder === null) return
    delete process.env.TMPDIR
    folder.close()
  }
}
