import { type EnvReader, type Hex, isUrl } from '@vaultwright/base'
import type { Aggregator } from '../aggregator.ts'
import { type OrderBook, OrderBookChainError, openCowOrderBook } from '../cow/order-book.ts'
import type { AggregatorSettings } from '../exchange/aggregator-settings.ts'
import { openOpenOcean } from '../offered-price/open-ocean.ts'
import { openVelora } from '../offered-price/velora.ts'
import { openOneInch } from '../one-inch/one-inch.ts'
import { openGluex } from '../routed/gluex.ts'
import { openKyber } from '../routed/kyber.ts'
import { openLifi } from '../routed/lifi.ts'
import { openOogaBooga } from '../routed/ooga-booga.ts'
import { openSushi } from '../routed/sushi.ts'
import { openZeroX } from '../routed/zero-x.ts'

/** The platform that adapters need. */
type AggregatorPlatform = Pick<AggregatorSettings, 'fetch' | 'nowMs'>

/** Third parties that an environment names. */
export type NamedAggregators = {
  readonly aggregators: readonly Aggregator[]
  /** @returns the order book of a chain; null where the environment names none. */
  readonly orderBookOf: (chainId: number) => OrderBook | null
}

const adapters = [
  ['1INCH', openOneInch],
  ['GLUEX', openGluex],
  ['OOGA_BOOGA', openOogaBooga],
  ['SUSHI', openSushi],
  ['0X', openZeroX],
  ['KYBER', openKyber],
  ['VELORA', openVelora],
  ['LIFI', openLifi],
  ['OPENOCEAN', openOpenOcean],
] as const

/** The variable of the partner id that GlueX gives with its key: 32 bytes, in hex. */
const partnerVariable = 'AGGREGATOR_GLUEX_PID'

/** Variables that name third parties: `AGGREGATOR_<NAME>_KEY` and `AGGREGATOR_<NAME>_URL`. */
export const aggregatorVariables: readonly string[] = [...adapters.map(([name]) => name), 'COW']
  .flatMap((name) => [`AGGREGATOR_${name}_KEY`, `AGGREGATOR_${name}_URL`])
  .sort()

/**
 * Opens the third parties that an environment names: by a key, by an address, or by both. Without either
 * a third party is never asked.
 *
 * @param reader - of the environment: it notes addresses that are not URLs.
 */
export function openNamedAggregators(
  reader: EnvReader,
  platform: AggregatorPlatform,
): NamedAggregators {
  const rule = 'the 32 bytes of uniquePID, as 0x and 64 hex digits'
  const partnerId = reader.parsed(partnerVariable, rule, (text) =>
    /^0x[0-9a-fA-F]{64}$/.test(text) ? (text.toLowerCase() as Hex) : null,
  )
  const aggregators = adapters.flatMap(([name, open]) => {
    const settings = settingsOf(reader, name, platform)
    return settings === null ? [] : [open({ ...settings, partnerId })]
  })
  const book = settingsOf(reader, 'COW', platform)
  return {
    aggregators,
    orderBookOf: (chainId) => (book === null ? null : bookOrNull(book, chainId)),
  }
}

function settingsOf(
  reader: EnvReader,
  name: string,
  platform: AggregatorPlatform,
): AggregatorSettings | null {
  const key = reader.text(`AGGREGATOR_${name}_KEY`)
  const rule = 'a URL as in https://api.example.com, without a user and a query'
  const url = reader.parsed(`AGGREGATOR_${name}_URL`, rule, (text) =>
    isPlainUrl(text) ? text.replace(/\/+$/, '') : null,
  )
  return key === null && url === null ? null : { ...platform, url, key }
}

function isPlainUrl(text: string): boolean {
  if (!isUrl(text, ['http:', 'https:'])) return false
  const { search, hash, username, password } = new URL(text)
  return search === '' && hash === '' && username === '' && password === ''
}

/** A public book is not known for every chain: there no order is published. */
function bookOrNull(settings: AggregatorSettings, chainId: number): OrderBook | null {
  try {
    return openCowOrderBook(settings, chainId)
  } catch (error) {
    if (error instanceof OrderBookChainError) return null
    throw error
  }
}
