import {
  type NamedAggregators,
  type OrderBook,
  openNamedAggregators,
} from '@vaultwright/aggregator'
import { openEnvReader } from '@vaultwright/base'
import { UsageError } from '../../../command/usage.ts'
import type { Context } from '../../../terminal/context.ts'

/** Opens the services that the environment names; without a variable none is asked. */
export function openThirdParties({ config, now }: Context): NamedAggregators {
  const reader = openEnvReader(config.variables)
  const opened = openNamedAggregators(reader, { fetch: globalThis.fetch, nowMs: now })
  const [problem] = reader.problems
  if (problem === undefined) return opened
  // Its value may be a secret.
  throw new UsageError(`${problem.name} is not ${problem.rule}. Correct it, or unset it.`, {
    variable: problem.name,
  })
}

/** Opens the order book that the environment names for a chain. */
export function openOrderBook(context: Context, chainId: number): OrderBook {
  const book = openThirdParties(context).orderBookOf(chainId)
  if (book !== null) return book
  throw new UsageError(
    `No order book is configured for chain ${chainId}. Set AGGREGATOR_COW_URL to the address of one, or AGGREGATOR_COW_KEY for the public one of the chain.`,
    { option: 'publish' },
  )
}
