import type { IndexerEnv, PriceBook } from '@vaultwright/indexer'
import { readFileBytes, textOf } from '../input.ts'

/**
 * Reads the file of prices that the environment names.
 *
 * @throws {MissingInputError} and what else reading a file throws, {PriceBookError} when it is none.
 */
export async function readPriceFile({ pricesFile }: IndexerEnv): Promise<PriceBook> {
  if (pricesFile === null) return { prices: [] }
  const { parsePriceBook } = await import('@vaultwright/indexer')
  return parsePriceBook(textOf(readFileBytes(pricesFile), pricesFile))
}
