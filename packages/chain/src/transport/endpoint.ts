import { BaseError } from '@vaultwright/base'
import { variablesOf } from '@vaultwright/registry'

/** A node's URL, with its secrets set apart from what may be shown. */
export type Endpoint = {
  /** The URL that is requested: no user, no password, but with the keys that the path carries. */
  readonly url: string
  /** The `authorization` header that user and password became; null without them. */
  readonly authorization: string | null
  /** The URL as it may be shown. */
  readonly shown: string
  /** Every secret part of the URL, longest first. */
  readonly secrets: readonly string[]
}

/** Pieces of a path that are not keys. Everything else may be one. */
const plainSegment =
  /^(v\d{1,2}|rpc|json-?rpc|api|evm|eth|http|ws|public|node|main|mainnet|sepolia|testnet|ext|bc|C)$/i

/** A name of a host that is a key, as some providers have it. */
const hostKey = /^(?=.*\d)[a-z0-9]{24,}$/i

/** Shorter pieces are not keys, and to strike them out would make messages unreadable. */
const shortestKey = 4

/**
 * Prints a URL without credentials: user, password, query and every piece of the path or the host
 * that may be a key are left out.
 *
 * @returns a text that may be shown; `(not a URL)` if it is not valid.
 */
export function printEndpoint(url: string): string {
  if (!URL.canParse(url)) return '(not a URL)'
  const { protocol, host: fullHost, pathname, search } = new URL(url)
  if (!/^(http|ws)s?:$/.test(protocol)) return '(not a URL)'
  const host = fullHost
    .split('.')
    .map((label) => (hostKey.test(label) ? '***' : label))
    .join('.')
  const path = pathname
    .split('/')
    .map((piece) => (piece === '' || plainSegment.test(piece) ? piece : '***'))
    .join('/')
  return `${protocol}//${host}${path === '/' ? '' : path}${search === '' ? '' : '?***'}`
}

/**
 * Reads a node's URL.
 *
 * @throws {InvalidEndpointError} when it is no such URL.
 */
export function parseEndpoint(text: string): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) throw new InvalidEndpointError(printEndpoint(text), 'it is not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new InvalidEndpointError(printEndpoint(text), 'it is neither http:// nor https://')
  }
  const user = decodedText(url.username)
  const password = decodedText(url.password)
  const pieces = url.pathname.split('/').filter((piece) => !plainSegment.test(piece))
  const labels = url.hostname.split('.').filter((label) => hostKey.test(label))
  const query = [...url.searchParams].flatMap(([key, value]) => (value === '' ? [key] : [value]))
  const coded = `${user}:${password}`
  const authorization = user === '' && password === '' ? null : `Basic ${base64Of(coded)}`
  const secrets = [
    text,
    url.href,
    url.search,
    url.username,
    url.password,
    user,
    password,
    ...(authorization === null ? [] : [coded, base64Of(coded)]),
    ...[...labels, ...pieces, ...query]
      .filter((text) => text.length >= shortestKey)
      .flatMap(spellingsOf),
  ]
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    authorization,
    shown: printEndpoint(text),
    secrets: [...new Set(secrets)]
      .filter((secret) => secret !== '' && !secret.startsWith(printEndpoint(text)))
      .sort((one, other) => other.length - one.length),
  }
}

/**
 * Finds a chain's endpoints in an environment: `<CHAIN>_RPC_URL`, comma-separated, and for
 * mainnet `ETH_RPC_URL` too.
 *
 * @param chain - slug in any letter case, as in `mainnet` or `sonicmainnet` (which reads
 *   `SONIC_MAINNET_RPC_URL`), or chain id.
 * @returns the URLs in the order given, each once; empty when there is none.
 * @throws {InvalidEndpointError} when one of them is not an http URL.
 */
export function endpointsOf(
  chain: string | number,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return urlsIn(variablesOf(chain, 'RPC_URL'), env)
}

/**
 * Finds the endpoints of Solana, which is not a chain with an id: `SOLANA_RPC_URL`, comma-separated.
 *
 * @returns the URLs in the order given, each once; empty without any.
 * @throws {InvalidEndpointError} when one of them is not an http URL.
 */
export function solanaEndpointsOf(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return urlsIn(['SOLANA_RPC_URL'], env)
}

/**
 * Finds the endpoints that forks of a chain are made from: `<CHAIN>_FORK_RPC_URL`, comma-separated.
 *
 * @param chain - slug in any letter case, or chain id.
 * @returns the URLs in the order given, each once; empty when forks use the chain's own endpoints.
 * @throws {InvalidEndpointError} when one of them is not an http URL.
 */
export function forkEndpointsOf(
  chain: string | number,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return urlsIn(variablesOf(chain, 'FORK_RPC_URL'), env)
}

/**
 * Tells whether a fork asks the same server as the node does: then one that lies deceives both.
 *
 * @param nodes - URLs of the node, at least one.
 * @param forks - URLs that the fork is made from; empty when it uses the node's.
 * @returns true when any server is among both, whatever key or path it is asked with.
 */
export function isSharedEndpoint(nodes: readonly string[], forks: readonly string[]): boolean {
  if (forks.length === 0) return true
  const hosts = new Set(nodes.map((url) => new URL(parseEndpoint(url).url).host))
  return forks.some((url) => hosts.has(new URL(parseEndpoint(url).url).host))
}

function urlsIn(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const urls = names.flatMap((name) =>
    (env[name] ?? '')
      .split(',')
      .map((url) => url.trim())
      .filter((url) => url !== ''),
  )
  for (const url of urls) parseEndpoint(url)
  return [...new Set(urls)]
}

function spellingsOf(text: string): readonly string[] {
  return [text, decodedText(text), encodeURIComponent(text)]
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** The URL of a node cannot be used. */
export class InvalidEndpointError extends BaseError {
  override readonly code = 'invalid_endpoint'
  override readonly kind = 'invalid_input'

  constructor(shown: string, why: string) {
    super({
      message: `${shown} cannot be an RPC endpoint: ${why}. A URL may hold a key, so it is not shown whole. Give http:// or https:// URLs, separated by commas.`,
      facts: { endpoint: shown, why },
    })
  }
}
