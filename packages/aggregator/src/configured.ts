import { BaseError } from '@vaultwright/base'
import type { Aggregator } from './aggregator.ts'
import { type OrderBook, openCowOrderBook } from './cow/order-book.ts'
import type { AggregatorSettings } from './exchange/aggregator-settings.ts'
import { openOdos } from './odos/odos.ts'
import { openKyber } from './offered-price/kyber.ts'
import { openLifi } from './offered-price/lifi.ts'
import { openVelora } from './offered-price/velora.ts'
import { openZeroX } from './offered-price/zero-x.ts'
import { openOneInch } from './one-inch/one-inch.ts'

/** Variables by name: `AGGREGATOR_<SERVICE>_KEY`, and `AGGREGATOR_<SERVICE>_URL` in place of the public address. */
export type AggregatorVariables = Readonly<Record<string, string | undefined>>

/** What every adapter shares. */
export type AggregatorPorts = Pick<AggregatorSettings, 'fetch' | 'nowMs'>

const openers = {
  '1INCH': openOneInch,
  ODOS: openOdos,
  '0X': openZeroX,
  KYBER: openKyber,
  VELORA: openVelora,
  LIFI: openLifi,
} as const

/** Services that variables can name, as the variables spell them. */
export const aggregatorServices: readonly string[] = Object.keys(openers)

/**
 * Opens the adapters of every service that has a key or an address among the variables.
 *
 * @returns in the order of `aggregatorServices`; empty where no variable names one.
 * @throws {AggregatorUrlError} if an address is not that of an HTTP server.
 */
export function openConfiguredAggregators(
  variables: AggregatorVariables,
  ports: AggregatorPorts,
): readonly Aggregator[] {
  return Object.entries(openers).flatMap(([service, open]) => {
    const { url, key } = settingsOf(service, variables)
    return url === null && key === null ? [] : [open({ ...ports, url, key })]
  })
}

/**
 * Opens CoW's order book: the one of `AGGREGATOR_COW_URL`, else the public one of the chain.
 *
 * @throws {OrderBookChainError} if the chain has no public book and no address is given.
 * @throws {AggregatorUrlError} if the address is not that of an HTTP server.
 */
export function openConfiguredOrderBook(
  variables: AggregatorVariables,
  ports: AggregatorPorts,
  chainId: number,
): OrderBook {
  return openCowOrderBook({ ...ports, ...settingsOf('COW', variables) }, chainId)
}

function settingsOf(service: string, variables: AggregatorVariables) {
  const variable = `AGGREGATOR_${service}_URL`
  const url = filled(variables[variable])
  if (url !== null && !isHttpUrl(url)) throw new AggregatorUrlError(variable)
  return { url, key: filled(variables[`AGGREGATOR_${service}_KEY`]) }
}

function filled(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value.trim()
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** The address of a service is not a URL. It is not repeated: it may carry a password. */
export class AggregatorUrlError extends BaseError {
  override readonly code = 'aggregator_url'
  override readonly kind = 'invalid_input'

  constructor(variable: string) {
    super({
      message: `${variable} is not the address of an HTTP server. Give it as in https://api.example.org.`,
      facts: { variable },
    })
  }
}
