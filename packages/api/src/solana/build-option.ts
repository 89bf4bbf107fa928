import type { SolanaBuildOptions } from '@vaultwright/operations'
import type { SvmAddress } from '@vaultwright/svm'
import type { SvmBuildOptionsRequest, ValidationEntry } from '@vaultwright/wire'
import { RequestInvalidError } from '../request/request-check.ts'
import { assertNone } from '../request/vault-path.ts'
import { readSvmAddress } from './vault-path.ts'

const maxU64 = 18_446_744_073_709_551_615n

/** Options of a request; null for tables that it leaves to the definition. */
export type SvmOptions = Omit<SolanaBuildOptions, 'lookupTables'> & {
  readonly lookupTables: SolanaBuildOptions['lookupTables'] | null
}

/**
 * Reads how a transaction of Solana is to be made; what is left out is as the definition or the format says.
 *
 * @throws {RequestInvalidError} with an entry for each option that is malformed or contradicts the version.
 */
export function readSvmOptions(options: SvmBuildOptionsRequest = {}): SvmOptions {
  const entries: ValidationEntry[] = []
  const version = options.version ?? 0
  const collect = <Value>(read: () => Value): Value | null => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof RequestInvalidError)) throw error
      entries.push(...error.entries)
      return null
    }
  }
  const amount = (name: 'compute_unit_price_micro_lamports' | 'priority_fee_lamports') => {
    const text = options[name] ?? null
    if (text === null) return null
    if (version !== versionOf[name]) entries.push(otherVersion(name, version))
    if (BigInt(text) > maxU64) entries.push(tooLarge(name, text))
    return BigInt(text)
  }
  const address = (text: string, ...loc: ValidationEntry['loc']): SvmAddress | null =>
    collect(() => readSvmAddress(text, ['body', 'options', ...loc]))
  const tables = options.lookup_tables ?? null
  if (tables !== null && tables.length > 0 && version === 1)
    entries.push(otherVersion('lookup_tables', version))
  const nonce = options.nonce_account ?? null
  const parsed = {
    version,
    computeUnitPriceMicroLamports: amount('compute_unit_price_micro_lamports'),
    priorityFeeLamports: amount('priority_fee_lamports'),
    nonceAccount: nonce === null ? null : address(nonce, 'nonce_account'),
    lookupTables:
      version === 1
        ? []
        : (tables?.flatMap((text, index) => address(text, 'lookup_tables', index) ?? []) ?? null),
    computeBudget: options.compute_budget ?? true,
  }
  assertNone(entries)
  return parsed
}

/**
 * Refuses options of Solana on another chain.
 *
 * @throws {RequestInvalidError} when there are any.
 */
export function assertNoSvmOptions(options: SvmBuildOptionsRequest | undefined): void {
  if (options === undefined) return
  const msg = 'Extra inputs are not permitted: options are for vaults on solana'
  throw new RequestInvalidError([{ loc: ['body', 'options'], msg, type: 'extra_forbidden' }])
}

/** The version of transactions that has an option. */
const versionOf = { compute_unit_price_micro_lamports: 0, priority_fee_lamports: 1 } as const

function otherVersion(name: string, version: number): ValidationEntry {
  const msg = `Transactions of version ${version} do not have it. Leave it out, or choose the other version.`
  return { loc: ['body', 'options', name], msg, type: 'option_version' }
}

function tooLarge(name: string, input: string): ValidationEntry {
  const msg = `Input should be less than or equal to ${maxU64}`
  const ctx = { le: String(maxU64) }
  return { loc: ['body', 'options', name], msg, type: 'less_than_equal', input, ctx }
}
