import type { IndexerEnv, PriceBook } from '@vaultwright/indexer'
import { readFileBytes, textOf } from '../input.ts'

/**
 * Reads the file of prices that the environment names.
 *
 * @param env - settings of the indexer.
 * @returns the prices; none without a file.
 * @throws {MissingInputError} and what else reading a file throws, {PriceBookError} when it is none.
 */
export async function readPriceFile({ pricesFile }: IndexerEnv): Promise<PriceBook> {
  if (pricesFile === null) return { prices: [] }
  const { parsePriceBook } = await import('@vaultwright/indexer')
  return parsePriceBook(textOf(readFileBytes(pricesFile), pricesFile))
}
