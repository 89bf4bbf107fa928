import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { BaseError, type EnvReader, isUrl, redactDatabaseUrl } from '@vaultwright/base'

/** The location of a store. */
type StoreLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/**
 * Reads where a store is.
 *
 * @param url - `sqlite:<path>`, a plain path, `:memory:`, `postgres://…` or `postgresql://…`.
 * @throws {InvalidStoreUrlError} if it is not valid of these.
 */
export function parseStoreUrl(url: string): StoreLocation {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return { kind: 'postgres', url }
  const path = url.replace(/^sqlite:(\/\/)?/, '')
  if (path === '' || path.includes('\0')) throw new InvalidStoreUrlError(url)
  // Two letters at least: a path like C:\data is none.
  if (path !== ':memory:' && /^[a-z][a-z0-9+.-]+:/i.test(path)) throw new InvalidStoreUrlError(url)
  return { kind: 'sqlite', path }
}

/** The database of a service; says if this start makes it. */
type ServiceDatabase = {
  /** As `openStore` takes it. */
  readonly url: string
  /** A SQLite file that is not there yet; false for PostgreSQL, which is not asked. */
  readonly isNew: boolean
}

/** Variables of what only services beside a database of their own have. */
const neighbours = ['REDIS_URL', 'QUEUE_URL'] as const

/**
 * Reads where a service's database is: DATABASE_URL, else a file in VAULTWRIGHT_DATA_DIR or the home folder.
 *
 * A slip in DATABASE_URL would otherwise begin a new, empty database that looks well. So where that variable is not
 * given and its default is not there yet, variables that tell of another database are refused: those of a queue or
 * of Redis, and those that look misspelled.
 *
 * @param reader - of the environment; it notes what is refused.
 * @param questionsOf - finds variables that look misspelled, from the names that are read.
 * @throws {InvalidStoreUrlError} when DATABASE_URL is `sqlite:` without a path.
 */
export function readServiceDatabase(
  reader: EnvReader,
  questionsOf: (names: ReadonlySet<string>) => readonly { readonly variable: string }[],
): ServiceDatabase {
  const rule = 'postgres://user:password@host/database, or sqlite:<path>'
  const givenUrl = reader.parsed('DATABASE_URL', rule, (text) =>
    text.startsWith('sqlite:') || isUrl(text, ['postgres:', 'postgresql:']) ? text : null,
  )
  const folder = reader.text('VAULTWRIGHT_DATA_DIR') ?? join(homedir(), '.local/share/vaultwright')
  const url = givenUrl ?? `sqlite:${join(folder, 'vaultwright.sqlite')}`
  const isNew = isAbsentFile(url)
  const isNoted = reader.problems.some(({ name }) => name === 'DATABASE_URL')
  if (givenUrl !== null || !isNew || isNoted) return { url, isNew }
  const [reason] = [
    ...neighbours.filter((name) => reader.text(name) !== null),
    ...questionsOf(reader.names).map(({ variable }) => variable),
  ]
  if (reason !== undefined)
    reader.refuse(
      'DATABASE_URL',
      `given where ${reason} is: without it this start would make a new, empty database (${url})`,
    )
  return { url, isNew }
}

function isAbsentFile(url: string): boolean {
  const place = parseStoreUrl(url)
  return place.kind === 'sqlite' && place.path !== ':memory:' && !existsSync(place.path)
}

/** A text does not say where a store is. */
class InvalidStoreUrlError extends BaseError {
  override readonly code = 'invalid_store_url'
  override readonly kind = 'invalid_input'

  constructor(url: string) {
    const shown = redactDatabaseUrl(url).slice(0, 200)
    super({
      message: `${JSON.stringify(shown)} names no store. Give sqlite:<path>, a path, or postgres://user:password@host/database.`,
      facts: { url: shown },
    })
  }
}
