import { endpointsOf } from '@vaultwright/chain'
import type { IndexerEnv } from '@vaultwright/indexer'
import { variablesOf } from '@vaultwright/registry'
import { databaseUrlOf } from '../admin/place.ts'
import { nodeHint } from '../chain-word.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../usage.ts'
import type { IndexWords } from './option.ts'

/** How a person wants the indexer, besides which vaults. */
export type IndexerWords = Pick<IndexWords, 'database' | 'rpc-url'> & {
  readonly queue?: string | undefined
  readonly order?: string | undefined
  readonly concurrency?: number | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly 'log-level'?: string | undefined
}

/** The variable that each option is said in place of. */
const variables = {
  queue: 'QUEUE_URL',
  order: 'INDEX_ORDER',
  concurrency: 'INDEX_CONCURRENCY',
  host: 'INDEX_HOST',
  port: 'INDEX_PORT',
  'log-level': 'LOG_LEVEL',
} as const satisfies { readonly [option in keyof IndexerWords]?: string }

/**
 * Reads how the indexer shall run: what was said on the command line goes before the environment, and is
 * called as it was said.
 *
 * @throws {UsageError} for a bad option and for nodes of several chains. {IndexerEnvError}
 */
export async function readIndexEnv(
  words: IndexerWords,
  chains: readonly string[],
  { config }: Context,
): Promise<IndexerEnv> {
  const { readIndexerEnv, IndexerEnvError } = await import('@vaultwright/indexer')
  const said = (Object.keys(variables) as (keyof typeof variables)[])
    .filter((option) => words[option] !== undefined)
    .map((option) => ({ option, name: variables[option], value: String(words[option]) }))
  try {
    return readIndexerEnv({
      ...config.variables,
      ...nodesOf(words, chains),
      DATABASE_URL: databaseUrlOf(words, config),
      ...Object.fromEntries(said.map(({ name, value }) => [name, value])),
    })
  } catch (error) {
    if (!(error instanceof IndexerEnvError)) throw error
    const problems = error.facts.problems as readonly { name: string; rule: string }[]
    const rules = new Map(problems.map(({ name, rule }) => [name, rule]))
    const own = said.filter(({ name }) => rules.has(name))
    if (own.length === 0) throw error
    const lines = own.map(({ option, name }) => `--${option} must be ${rules.get(name)}`)
    const facts = { options: own.map(({ option }) => option) }
    throw new UsageError(`${lines.join('; ')}. Correct it, or leave it out.`, facts)
  }
}

/**
 * Chooses the chains that can be asked.
 *
 * @throws {UsageError} when there is none.
 */
export function chainsServed(
  chains: readonly string[],
  served: readonly string[],
): readonly string[] {
  const found = chains.filter((chain) => served.includes(chain))
  if (found.length > 0) return found
  throw new UsageError(
    `No chain that is meant has a node: ${chains.join(', ')}. ${nodeHint(chains)}`,
    { chains },
  )
}

function nodesOf(
  { 'rpc-url': urls }: IndexerWords,
  chains: readonly string[],
): Readonly<Record<string, string>> {
  if (urls.length === 0) return {}
  const [chain, ...others] = chains
  if (chain !== undefined && others.length === 0) {
    const [variable] = variablesOf(chain, 'RPC_URL')
    if (variable === undefined) throw new UsageError(`${chain} is not a known chain.`, { chain })
    // What endpoints cannot be is told as what was given, and not as a variable that nobody set.
    endpointsOf(chain, { [variable]: urls.join(',') })
    return { [variable]: urls.join(',') }
  }
  throw new UsageError(
    `--rpc-url names nodes of one chain, and vaults are on ${chains.join(', ')}. Choose one with --chain.`,
    { option: 'rpc-url', chains },
  )
}
