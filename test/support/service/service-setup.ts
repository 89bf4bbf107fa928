import { openServiceBroker } from './service-broker.ts'

/** Opens the broker where the tests of a run ask for PostgreSQL and Redis, and closes it after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const broker = await openServiceBroker()
  return broker.close
}
