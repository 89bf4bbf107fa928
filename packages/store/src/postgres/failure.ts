import { BaseError } from '@vaultwright/base'
import { StoreDamagedError, StoreUnavailableError } from '../sql/table/engine.ts'

const unavailable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens at its address',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ENOTFOUND: 'its host has no address',
  EAI_AGAIN: 'its host has no address',
  ETIMEDOUT: 'it did not answer in time',
  '25006': 'it may only be read',
  '25P03': 'a transaction was left open too long',
  '28000': 'it refuses the user',
  '28P01': 'it refuses the password',
  '3D000': 'there is no database of this name',
  '40001': 'others write the same rows',
  '40P01': 'others write the same rows',
  '53100': 'its disk is full',
  '53200': 'it has no memory left',
  '53300': 'it has too many connections',
  '54000': 'a limit of it is reached',
  '55P03': 'a row stayed locked',
  '57014': 'a statement took too long',
  '57P01': 'it is shutting down',
  '57P02': 'it crashed',
  '57P03': 'it is starting',
}

/** Says what PostgreSQL's refusal, or the network's, means for a caller. */
export function failureOf(failure: unknown): unknown {
  if (!(failure instanceof Error) || failure instanceof BaseError) return failure
  const code = codeOf(failure)
  const reason = unavailable[code]
  if (reason !== undefined) return new StoreUnavailableError(reason, failure)
  if (/^(08|58)/.test(code)) return new StoreUnavailableError('the connection was lost', failure)
  if (code === 'XX001' || code === 'XX002') {
    return new StoreDamagedError('a table or an index is corrupt', failure)
  }
  // node-postgres gives these failures no code and no class: only its text tells them from others.
  if (
    code === '' &&
    /connection|timeout|client (was closed|has encountered)/i.test(failure.message)
  ) {
    return new StoreUnavailableError('the connection was lost or not made in time', failure)
  }
  return failure
}

/**
 * Tells whether a transaction lost a race and may win it when it is run again.
 *
 * @returns true for serialization failures and deadlocks, and where what another wrote meanwhile refers to
 *   what is removed: run again, the transaction sees it and reports it.
 */
export function isLostRace(failure: unknown): boolean {
  const cause = failure instanceof StoreUnavailableError ? failure.cause : failure
  return cause instanceof Error && ['40001', '40P01', '23503'].includes(codeOf(cause))
}

/**
 * Tells whether a server does not hold a prepared statement as it was prepared here.
 *
 * @returns true where its tables changed since, where it does not know it, and where it knows it already,
 *   as behind a pooler that gives each transaction another connection.
 */
export function isStatementLost(failure: unknown): boolean {
  return failure instanceof Error && ['0A000', '26000', '42P05'].includes(codeOf(failure))
}

function codeOf(failure: Error): string {
  if ('code' in failure && typeof failure.code === 'string') return failure.code
  const first = failure instanceof AggregateError ? failure.errors[0] : undefined
  return first instanceof Error ? codeOf(first) : ''
}
