import { type BaseError, type PartProblem, type PartReport, readyPart } from '@vaultwright/base'
import { MigrationMismatchError, type MigrationStatus } from './migration/run.ts'
import type { Store } from './record/store.ts'

/** Tells which migrations the database has and lacks; it throws as `statusOf` of the store. */
export type MigrationReader = () => Promise<Pick<MigrationStatus, 'pending'>>

/** Options of the check of a store. */
type StorePartOptions = {
  /** Null where migrations are not looked at. */
  readonly schema: MigrationReader | null
  /** True where this start made the database; readiness says so for as long as the process runs. */
  readonly isNew?: boolean
  /** Hears how long the store took to answer. */
  readonly onPing?: (ms: number) => void
}

/** The time in which the store must answer, or count as away. */
const pingMs = 2_000

const away = {
  code: 'store_away',
  message: 'The database does not answer.',
  chain: null,
  facts: {},
} as const satisfies PartProblem

const migrations = {
  code: 'database_new',
  message: 'This start made the database: it was empty. Is it the one that is meant?',
  chain: null,
  facts: {},
} as const satisfies PartProblem

/**
 * Opens the check of the store: does it answer, and is it migrated as this program needs it.
 *
 * A database that a newer release migrated degrades the service: it goes on, and has to be upgraded as well. So
 * does one that does not take writes.
 */
export function openStorePart(
  store: Pick<Store, 'ping' | 'writeFailure'>,
  { schema, isNew = false, onPing = () => {} }: StorePartOptions,
): () => Promise<PartReport> {
  return async () => {
    const began = performance.now()
    const isThere = await withinPing(store.ping())
    if (!isThere) return { part: 'store', status: 'not_ready', problems: [away] }
    onPing(performance.now() - began)
    const schemaPart = schema === null ? readyPart('store') : await schemaPartOf(schema)
    const part = withWrites(schemaPart, store)
    return isNew ? { ...part, problems: [...part.problems, migrations] } : part
  }
}

/**
 * Reads whether values are those of this release's formulas. Values of older ones are served as they stand, and each
 * still follows from its own receipt.
 *
 * @param older - formulas that gave way, by what they compute.
 */
export async function readValuesPart(
  store: Pick<Store, 'derived'>,
  older: Parameters<Store['derived']['olderDays']>[0],
): Promise<PartReport> {
  // Whether the store answers is another part's to tell.
  const days = await store.derived.olderDays(older).catch(() => 0)
  if (days === 0) return readyPart('values')
  const what = days === 1 ? '1 day has values' : `${days} days have values`
  const message = `${what} that an older formula computed. Run: vaultwright index replay`
  const problem = { code: 'older_formula', message, chain: null, facts: { days } }
  return { part: 'values', status: 'degraded', problems: [problem] }
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

/** Reads are answered while writes fail: what is built has no page, and nothing is administered or indexed. */
function withWrites(part: PartReport, { writeFailure }: Pick<Store, 'writeFailure'>): PartReport {
  const failure = writeFailure()
  if (failure === null) return part
  const { reason, sinceUnix } = failure
  const problem = {
    code: 'store_writes_fail',
    message: `The database does not take writes: ${reason}.`,
    chain: null,
    facts: { reason, since: new Date(1000 * Number(sinceUnix)).toISOString() },
  }
  return {
    ...part,
    status: part.status === 'ready' ? 'degraded' : part.status,
    problems: [...part.problems, problem],
  }
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
