import {
  ofSwap,
  readSwapBatch,
  readSwapPair,
  type SwapBatchFields,
  type SwapBatchRequest,
} from '@vaultwright/operations'
import { batchRequest } from '@vaultwright/wire'
import { Check, Errors } from 'typebox/schema'
import { text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { readJson } from '../../../input/input.ts'
import { ShapeError } from '../../../input/shape.ts'
import type { Context } from '../../../terminal/context.ts'
import { readingFile } from './field.ts'
import type { MarketOnChain } from './market-on-chain.ts'

/** The option that names a batch of swaps. */
export const batchOption = {
  swaps: text(
    'In place of --sell: a JSON file of several swaps that run as one batch, as the API takes it: {"swaps": [{"sell_token": "WETH", "buy_token": "USDC", "sell_amount": "10"}, …], "before": [{"route": …, "params": …}], "after": […]}; - reads standard input',
    'file',
  ),
} as const

/** Reads the batch of a file; the fields have the names of the interface. */
export async function readBatchFile(
  name: string,
  { tokens, policy }: Pick<MarketOnChain, 'tokens' | 'policy'>,
  context: Context,
): Promise<SwapBatchRequest> {
  const value = await readJson(name, context)
  if (!Check(batchRequest, value)) {
    const [, [first]] = Errors(batchRequest, value)
    const place = `${name}${first?.instancePath.replaceAll('/', '.') ?? ''}`
    throw new ShapeError(place, `a batch of swaps (it ${first?.message ?? 'is not one'})`, value)
  }
  const fields = value as SwapBatchFields
  return readingFile(name, () => {
    const pairs = fields.swaps.map((one, index) => ofSwap(index, () => readSwapPair(one, tokens)))
    return readSwapBatch(fields, pairs, { policy, nameOf: (field) => field })
  })
}

/** Refuses options that a batch or a quote says itself. */
export function assertSourceAlone(
  source: 'swaps' | 'quote',
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
): void {
  const name = names.find((one) => {
    const value = options[one]
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
  })
  if (name === undefined) return
  const subject = source === 'swaps' ? 'the file' : 'a quote'
  const reason = `--${source} and --${name} are given: ${subject} says what is swapped.`
  throw new UsageError(`${reason} Leave one of them out.`, { option: name })
}

/** Options of one swap, which a batch or a quote takes the place of. */
export const oneSwapNames = [
  'sell',
  'buy',
  'amount',
  'raw-amount',
  'buy-amount',
  'raw-buy-amount',
  'max-sell',
  'raw-max-sell',
  'slippage-bps',
  'venue',
  'offer',
  'no-split',
  'max-hops',
] as const
