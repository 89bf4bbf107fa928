import { type BaseError, type PartProblem, type PartReport, readyPart } from '@vaultwright/base'
import { MigrationMismatchError, type MigrationStatus } from './migration/run.ts'
import type { Store } from './record/store.ts'

/** Tells which migrations the database has and lacks; it throws as `statusOf` of the store. */
export type MigrationReader = () => Promise<Pick<MigrationStatus, 'pending'>>

/** What the check of a store is opened with. */
export type StorePartOptions = {
  /** Null where migrations are not looked at. */
  readonly schema: MigrationReader | null
  /** Hears how long the store took to answer. */
  readonly onPing?: (ms: number) => void
}

/** How long the store has to answer until it counts as away. */
const pingMs = 2_000

const away = {
  code: 'store_away',
  message: 'The database does not answer.',
  chain: null,
  facts: {},
} as const satisfies PartProblem

/**
 * Opens the check of the store: does it answer, and is it migrated as this program needs it.
 *
 * A database that a newer release migrated degrades the service: it goes on, and has to be upgraded as well.
 */
export function openStorePart(
  store: Pick<Store, 'ping'>,
  { schema, onPing = () => {} }: StorePartOptions,
): () => Promise<PartReport> {
  return async () => {
    const began = performance.now()
    const isThere = await withinPing(store.ping())
    if (!isThere) return { part: 'store', status: 'not_ready', problems: [away] }
    onPing(performance.now() - began)
    return schema === null ? readyPart('store') : schemaPartOf(schema)
  }
}

async function schemaPartOf(schema: MigrationReader): Promise<PartReport> {
  try {
    const { pending } = await schema()
    if (pending.length === 0) return readyPart('store')
    const names = pending.map(({ id, name }) => `${id} ${name}`)
    const message = `The database lacks ${names.length} of the migrations: ${names.join(', ')}. Run: vaultwright db migrate`
    const facts = { pending: names }
    const problem = { code: 'not_migrated', message, chain: null, facts }
    return { part: 'store', status: 'not_ready', problems: [problem] }
  } catch (error) {
    // It answered a moment ago: whether it does now is the next look's to tell.
    if (!(error instanceof MigrationMismatchError)) return readyPart('store')
    return mismatchPartOf(error)
  }
}

function mismatchPartOf(error: BaseError): PartReport {
  const { code, message, facts } = error
  const problem = { code, message, chain: null, facts }
  const status = facts.why === 'newer' ? 'degraded' : 'not_ready'
  return { part: 'store', status, problems: [problem] }
}

function withinPing(ping: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), pingMs)
    const settle = (isThere: boolean) => () => {
      clearTimeout(timer)
      resolve(isThere)
    }
    ping.then(settle(true), settle(false))
  })
}
