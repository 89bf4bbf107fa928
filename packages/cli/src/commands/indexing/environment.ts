import { endpointsOf } from '@vaultwright/chain'
import type { IndexerEnv, PriceBook } from '@vaultwright/indexer'
import { variablesOf } from '@vaultwright/registry'
import { databaseOptions } from '../../admin/option.ts'
import { choice, count, list, type Options, text, type ValuesOf } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { parseText } from '../../failure/file-problem.ts'
import { nodeHint } from '../../input/chain.ts'
import { readFileBytes, textOf } from '../../input/input.ts'
import type { Context } from '../../terminal/context.ts'

export const indexOptions = {
  ...databaseOptions,
  tenant: text('Only vaults of this tenant; else of all', 'name'),
  vault: text('Only this vault, by name or address', 'vault'),
  chain: text('Only this chain, by name or id', 'name'),
} as const satisfies Options

export const rangeOptions = {
  from: text('First day in UTC, as 2026-01-31; else the first of the vault', 'day'),
  to: text('Last day; else the last that is over and final', 'day'),
} as const satisfies Options

export const indexNodeOptions = {
  'rpc-url': list(
    'Nodes of the one chain that is meant; else <CHAIN>_RPC_URL of the environment',
    'url',
  ),
  agreement: count(
    'How many nodes of a chain must give the same answer; default: RPC_AGREEMENT, else 1',
    'nodes',
  ),
} as const satisfies Options

export const concurrencyOptions = {
  concurrency: count('Days at once of each chain; default: INDEX_CONCURRENCY, else 4', 'days'),
} as const satisfies Options

export const paceOptions = {
  order: choice(
    ['oldest', 'newest'],
    'Which day comes first; default: INDEX_ORDER, else the oldest',
  ),
  ...concurrencyOptions,
} as const satisfies Options

export type VaultOptions = ValuesOf<typeof indexOptions>

export type RangeOptions = ValuesOf<typeof rangeOptions>

export type IndexOptions = VaultOptions & {
  readonly 'rpc-url': readonly string[]
  readonly agreement?: number | undefined
}

export type IndexerOptions = Pick<IndexOptions, 'database' | 'rpc-url' | 'agreement'> & {
  readonly queue?: string | undefined
  readonly order?: string | undefined
  readonly concurrency?: number | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly 'log-level'?: string | undefined
}

/** The variable that each option is said in place of. */
const variables = {
  agreement: 'RPC_AGREEMENT',
  queue: 'QUEUE_URL',
  order: 'INDEX_ORDER',
  concurrency: 'INDEX_CONCURRENCY',
  host: 'INDEX_HOST',
  port: 'INDEX_PORT',
  'log-level': 'LOG_LEVEL',
} as const satisfies { readonly [option in keyof IndexerOptions]?: string }

/**
 * Reads how the indexer shall run: what was said on the command line goes before the environment, and is
 * called as it was said.
 */
export async function readIndexEnv(
  options: IndexerOptions,
  chains: readonly string[],
  { config }: Context,
): Promise<IndexerEnv> {
  const { readIndexerEnv, IndexerEnvError } = await import('@vaultwright/indexer')
  const givenOptions = (Object.keys(variables) as (keyof typeof variables)[])
    .filter((option) => options[option] !== undefined)
    .map((option) => ({ option, name: variables[option], value: String(options[option]) }))
  try {
    return readIndexerEnv({
      ...config.variables,
      ...nodesOf(options, chains),
      ...(options.database === undefined ? {} : { DATABASE_URL: options.database }),
      ...Object.fromEntries(givenOptions.map(({ name, value }) => [name, value])),
    })
  } catch (error) {
    if (!(error instanceof IndexerEnvError)) throw error
    const problems = error.facts.problems as readonly { name: string; rule: string }[]
    const rules = new Map(problems.map(({ name, rule }) => [name, rule]))
    const ownOptions = givenOptions.filter(({ name }) => rules.has(name))
    if (ownOptions.length === 0) throw error
    const lines = ownOptions.map(({ option, name }) => `--${option} must be ${rules.get(name)}`)
    const facts = { options: ownOptions.map(({ option }) => option) }
    throw new UsageError(`${lines.join('; ')}. Correct it, or leave it out.`, facts)
  }
}

export function chainsServed(
  chains: readonly string[],
  served: readonly string[],
): readonly string[] {
  const servedChains = chains.filter((chain) => served.includes(chain))
  if (servedChains.length > 0) return servedChains
  throw new UsageError(
    `No chain that is meant has a node: ${chains.join(', ')}. ${nodeHint(chains)}`,
    { chains },
  )
}

function nodesOf(
  { 'rpc-url': urls }: IndexerOptions,
  chains: readonly string[],
): Readonly<Record<string, string>> {
  if (urls.length === 0) return {}
  const [chain, ...furtherChains] = chains
  if (chain !== undefined && furtherChains.length === 0) {
    const [variable] = variablesOf(chain, 'RPC_URL')
    if (variable === undefined) throw new UsageError(`${chain} is not a known chain.`, { chain })
    // An invalid endpoint is reported as the given text, not as a variable that is not set.
    endpointsOf(chain, { [variable]: urls.join(',') })
    return { [variable]: urls.join(',') }
  }
  throw new UsageError(
    `--rpc-url names nodes of one chain, and vaults are on ${chains.join(', ')}. Choose one with --chain.`,
    { option: 'rpc-url', chains },
  )
}

export async function readPriceFile({ pricesFile }: IndexerEnv): Promise<PriceBook> {
  if (pricesFile === null) return { prices: [] }
  const { parsePriceBook } = await import('@vaultwright/indexer')
  const text = textOf(readFileBytes(pricesFile), pricesFile)
  return parseText({ path: pricesFile, text }, parsePriceBook)
}
