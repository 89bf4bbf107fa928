import { BaseError } from '@vaultwright/base'
import { StoreDamagedError, StoreUnavailableError } from '../sql/table/engine.ts'

const unavailable: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'another process is writing',
  SQLITE_LOCKED: 'another process is writing',
  SQLITE_FULL: 'the disk or the file is full',
  SQLITE_IOERR: 'the disk does not do what it is asked',
  SQLITE_CANTOPEN: 'its file cannot be opened',
  SQLITE_READONLY: 'its file cannot be written',
  SQLITE_NOMEM: 'there is no memory left',
  SQLITE_PERM: 'its file may not be used',
  SQLITE_AUTH: 'its file may not be used',
}

const damaged: Readonly<Record<string, string>> = {
  SQLITE_CORRUPT: 'its file is corrupt',
  SQLITE_NOTADB: 'its file is not an SQLite database',
}

/** Says what SQLite's refusal means for a caller. */
export function failureOf(failure: unknown): unknown {
  const code = failure instanceof BaseError ? null : sqliteCodeOf(failure)
  if (code === null) return failure
  const base = code.split('_').slice(0, 2).join('_')
  if (unavailable[base] !== undefined) return new StoreUnavailableError(unavailable[base], failure)
  if (damaged[base] !== undefined) return new StoreDamagedError(damaged[base], failure)
  return failure
}

/** Tells whether another process holds the lock that was asked for. */
export function isBusy(failure: unknown): boolean {
  return sqliteCodeOf(failure)?.startsWith('SQLITE_BUSY') ?? false
}

function sqliteCodeOf(failure: unknown): string | null {
  if (!(failure instanceof Error) || !('code' in failure)) return null
  return typeof failure.code === 'string' && failure.code.startsWith('SQLITE_')
    ? failure.code
    : null
}
