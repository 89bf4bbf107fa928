import type { ErrorKind } from '@vaultwright/base'
import type { ExitCode } from '../terminal/context.ts'

/** The exit code of each kind of error. */
export const exitCodes: Readonly<Record<ErrorKind, ExitCode>> = {
  invalid_input: 3,
  not_found: 3,
  not_permitted: 1,
  conflict: 1,
  unavailable: 4,
  timeout: 4,
  overload: 4,
  damaged_data: 3,
  unsupported: 4,
  bug: 5,
}

/** The errors that end otherwise than their kind, by code. */
export const exitOverrides: Readonly<Record<string, ExitCode>> = {
  amount_above_policy: 1,
  amount_mismatch: 1,
  calldata_not_permitted: 1,
  calldata_refused: 1,
  call_refused: 1,
  fee_refused: 1,
  flags_refused: 1,
  impact_too_high: 1,
  least_below_bound: 1,
  no_permitted_venue: 1,
  no_rule: 1,
  price_out_of_bound: 1,
  price_unknown: 1,
  recipient_not_vault: 1,
  refused_by_decoder: 1,
  surplus_forfeited: 1,
  swap_refused: 1,
  token_moves_otherwise: 1,
  env_invalid: 2,
  indexer_env_invalid: 2,
  usage: 2,
  client_forbidden: 3,
  client_unauthenticated: 3,
  no_code: 3,
  no_manage_root: 3,
  cannot_listen: 4,
  fork_engine_missing: 4,
  port_taken: 4,
  rpc_closed: 5,
}

/** Problems of parameters that say that something is not permitted; others say that it cannot be read. */
const refusedParameters: ReadonlySet<unknown> = new Set([
  'calldata_differs',
  'calldata_not_permitted',
  'combination',
])

/**
 * Tells the exit code of whatever was thrown: by its code, else by its kind.
 *
 * @returns 5 for everything that is no error of ours, which is a bug.
 */
export function exitCodeOf(error: unknown): ExitCode {
  const { code, kind } = (error ?? {}) as { readonly code?: unknown; readonly kind?: unknown }
  if (typeof code !== 'string' || typeof kind !== 'string') return 5
  if (code === 'invalid_parameters' && isRefused(error)) return exitCodes.not_permitted
  if (Object.hasOwn(exitOverrides, code)) return exitOverrides[code] ?? 5
  return Object.hasOwn(exitCodes, kind) ? exitCodes[kind as ErrorKind] : 5
}

/** A recipient that is not permitted is a no, as a call is; a value beside it that cannot be read is not. */
function isRefused(error: unknown): boolean {
  const { facts } = error as { readonly facts?: { readonly detail?: unknown } }
  const problems = Array.isArray(facts?.detail) ? facts.detail : []
  return problems.length > 0 && problems.every(isRefusal)
}

/** A value that is none of the permitted ones comes with these. */
function isRefusal({ type, ctx }: { readonly type?: unknown; readonly ctx?: object }): boolean {
  return refusedParameters.has(type) || (type === 'enum' && ctx !== undefined && 'expected' in ctx)
}
