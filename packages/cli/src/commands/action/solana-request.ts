import type { SolanaBuildOptions } from '@vaultwright/operations'
import { parseSvmAddress } from '@vaultwright/svm'
import { UsageError } from '../../command/usage.ts'
import { isFilled } from '../../setting/filled.ts'
import type { ActionBuildOptions } from './request.ts'
import type { SolanaActionOptions } from './solana-option.ts'

/** Reads what a person chooses about a transaction of Solana. */
export function solanaBuildOptionsOf(
  options: SolanaActionOptions,
  definedTables: SolanaBuildOptions['lookupTables'],
): SolanaBuildOptions {
  const version = options['tx-version'] === '1' ? 1 : 0
  const computeBudget = !options['without-compute-budget']
  const prices = (['unit-price', 'priority-fee'] as const).filter((name) => options[name])
  const [price] = prices
  if (!computeBudget && price !== undefined) {
    throw new UsageError(`--${price} is part of the compute budget. Give one of both.`)
  }
  const wrong = version === 0 ? 'priority-fee' : 'unit-price'
  if (options[wrong] !== undefined) {
    throw new UsageError(
      `--${wrong} does not go with version ${version}. Give ${version === 0 ? '--unit-price' : '--priority-fee'}.`,
      { option: wrong, version },
    )
  }
  const nonce = options['nonce-account']
  const tables = options['lookup-table']
  return {
    version,
    computeBudget,
    computeUnitPriceMicroLamports: integerOf('unit-price', options['unit-price']),
    priorityFeeLamports: integerOf('priority-fee', options['priority-fee']),
    nonceAccount: nonce === undefined ? null : parseSvmAddress(nonce),
    lookupTables: tables.length > 0 ? tables.map(parseSvmAddress) : definedTables,
  }
}

function integerOf(option: string, word: string | undefined): bigint | null {
  if (word === undefined) return null
  if (/^\d{1,20}$/.test(word) && BigInt(word) < 2n ** 64n) return BigInt(word)
  throw new UsageError(
    `--${option} ${JSON.stringify(word)} is not a whole number below 2^64. Give decimal digits.`,
    { option, value: word },
  )
}

/** Options that only trees of an EVM vault have. */
const evmOnly = [
  'tree',
  'manager-tree',
  'strategist',
  'lock',
  'vault',
  'manager',
  'chain',
  'agreement',
  'block',
  'now',
  'calldata',
  'safe',
  'evidence',
] as const satisfies readonly (keyof ActionBuildOptions)[]

/** Refuses options that say nothing about a Solana vault. */
export function assertSolanaOptions(options: ActionBuildOptions): void {
  const lists = (['drone', 'decimals', 'fact'] as const).filter((name) => options[name].length > 0)
  const stray =
    evmOnly.find((name) => options[name] !== undefined && !isFilled(options, name)) ??
    lists[0] ??
    (options.offline ? 'offline' : undefined)
  if (stray === undefined) return
  throw new UsageError(`--${stray} is not for a Solana vault. Leave it out.`, { option: stray })
}
