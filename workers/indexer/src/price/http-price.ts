import { type Address, openLruMap } from '@vaultwright/base'
import type { RpcFetch } from '@vaultwright/chain'
import { readBoundedText } from '@vaultwright/document'
import type { SvmAddress } from '@vaultwright/svm'
import { type HttpSource, isPrice } from './price-source.ts'

/** Asks a server for a price. */
export type PriceAsker = (source: HttpSource, query: HttpPriceQuery) => Promise<HttpPrice>

type CachedPrice = { readonly queriedUnix: bigint; readonly answer: Promise<HttpPrice> }

/** Vaults of a chain end their day at the same block, and are read one after the other. */
const keptSeconds = 60n
/** Answers that are remembered at once. */
const maxAnswers = 1_000

/**
 * Makes what asks servers for prices: the same question has one answer for a minute, so that a thousand
 * vaults ask as often as one, and agree. A failure is forgotten at once.
 */
export function openPriceAsker(fetch: RpcFetch): PriceAsker {
  const cache = openLruMap<string, CachedPrice>({ maxEntries: maxAnswers })
  return (source, query) => {
    const { nowUnix: queriedUnix, chain, asset, atUnix } = query
    const { url, price, at: timeField, maxAgeSeconds } = source
    const name = JSON.stringify([
      url,
      price,
      timeField,
      maxAgeSeconds,
      chain,
      asset,
      String(atUnix),
    ])
    const cached = cache.get(name)
    if (cached !== undefined && isFresh(cached, queriedUnix)) return cached.answer
    const answer = fetchHttpPrice(source, query, fetch)
    const forget = () => {
      if (cache.get(name)?.answer === answer) cache.delete(name)
    }
    cache.set(name, { queriedUnix, answer })
    answer.then((result) => ('reason' in result ? forget() : undefined), forget)
    return answer
  }
}

function isFresh({ queriedUnix }: CachedPrice, nowUnix: bigint): boolean {
  return nowUnix >= queriedUnix && nowUnix - queriedUnix < keptSeconds
}

/** The question to a price server. */
export type HttpPriceQuery = {
  readonly chain: string
  readonly asset: Address | SvmAddress
  /** Of the block: the price must be of about that time. */
  readonly atUnix: bigint
  /** Stands for the time of an answer that does not say its own. */
  readonly nowUnix: bigint
}

/** A price with its time, or why there is none. */
type HttpPrice = { readonly price: string; readonly atUnix: bigint } | { readonly reason: string }

const timeoutMs = 10_000
const maxBytes = 65_536

/**
 * Asks a server for a price.
 *
 * Redirects are not followed: the configuration says who is trusted. A server that is asked about a
 * time and does not tell one is taken at its word; one that is not asked tells the price of now.
 *
 * @returns the price; or one sentence why there is none, without the address, which may hold a key.
 */
export async function fetchHttpPrice(
  source: HttpSource,
  query: HttpPriceQuery,
  fetch: RpcFetch,
): Promise<HttpPrice> {
  const { url, headers } = requestOf(source, query)
  let text: string
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return { reason: 'The server redirects, which is not followed.' }
    }
    if (!response.ok) {
      await response.body?.cancel()
      return { reason: `The server answered with status ${response.status}.` }
    }
    const body = await readBoundedText(response.body, maxBytes)
    if (body === null) return { reason: `The answer is larger than ${maxBytes} bytes.` }
    text = body
  } catch (error) {
    const isLate = (error as { readonly name?: unknown } | null)?.name === 'TimeoutError'
    return {
      reason: isLate
        ? `The server did not answer within ${timeoutMs / 1_000} s.`
        : 'The server cannot be reached.',
    }
  }
  return priceIn(text, source, query)
}

/** Credentials of an address go into a header: `fetch` refuses them in the address. */
function requestOf({ url: template }: HttpSource, { chain, asset, atUnix }: HttpPriceQuery) {
  const filled = template
    .replaceAll('{chain}', encodeURIComponent(chain))
    .replaceAll('{asset}', asset)
    .replaceAll('{unix}', String(atUnix))
  const url = new URL(filled)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (url.username !== '' || url.password !== '') {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  return { url: url.href, headers }
}

function priceIn(text: string, source: HttpSource, query: HttpPriceQuery): HttpPrice {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { reason: 'The answer is not JSON.' }
  }
  const value = at(body, source.price)
  const price = typeof value === 'number' ? decimalOf(value) : value
  if (typeof price !== 'string' || !/^\d+(\.\d+)?$/.test(price)) {
    return { reason: `The answer has no price at ${source.price}.` }
  }
  if (!isPrice(price))
    return { reason: `The answer says ${price.slice(0, 80)}, which is not a price.` }
  const isDated = source.url.includes('{unix}')
  const saidUnix = source.at === null ? null : unixOf(at(body, source.at))
  if (source.at !== null && saidUnix === null) {
    return { reason: `The answer has no time at ${source.at}.` }
  }
  const atUnix = saidUnix ?? (isDated ? query.atUnix : query.nowUnix)
  const distance = atUnix > query.atUnix ? atUnix - query.atUnix : query.atUnix - atUnix
  if (distance > BigInt(source.maxAgeSeconds)) {
    return {
      reason: `The price is of ${distance} seconds ${atUnix > query.atUnix ? 'after' : 'before'} the block, and ${source.maxAgeSeconds} are taken.`,
    }
  }
  return { price, atUnix }
}

/** Finds what a JSON pointer leads to. Source: RFC 6901. */
function at(value: unknown, pointer: string): unknown {
  let node = value
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    node = (node as Readonly<Record<string, unknown>>)[key]
  }
  return node
}

/** The digits that a number was most likely written with, without an exponent. */
function decimalOf(number: number): string | null {
  if (!Number.isFinite(number) || number < 0) return null
  const text = String(number)
  const match = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (match === null) return text
  const [, whole = '', fraction = '', exponent = ''] = match
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return digits.length <= point
    ? digits.padEnd(point, '0')
    : `${digits.slice(0, point)}.${digits.slice(point)}`
}

function unixOf(value: unknown): bigint | null {
  const text = typeof value === 'number' ? String(Math.floor(value)) : value
  if (typeof text !== 'string') return null
  if (/^\d{1,12}$/.test(text)) return BigInt(text)
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : BigInt(Math.floor(ms / 1_000))
}
