import { isIP } from 'node:net'
import { join } from 'node:path'
import type { MetricsConfig } from './config.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A variable that cannot be used. Its value is not said: it may be a secret. */
export type EnvProblem = { readonly name: string; readonly rule: string }

/** Variables, and where to note those that cannot be used. */
export type EnvSource = { readonly variables: Environment; readonly problems: EnvProblem[] }

/** Makes a reader of whole numbers. */
export function integerOr(
  source: EnvSource,
): (name: string, fallback: number, range: readonly [number, number]) => number {
  return (name, fallback, [least, most]) => {
    const text = given(source, name)
    if (text === null) return fallback
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    return note(source, { name, rule: `a whole number from ${least} to ${most}` }, fallback)
  }
}

/** Reads one of a few words. */
export function choiceOr<Word extends string>(
  source: EnvSource,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const text = given(source, name)
  const word = text === null ? words[0] : words.find((one) => one === text)
  return word ?? note(source, { name, rule: `one of ${words.join(', ')}` }, words[0])
}

/**
 * Reads the URL that callers use.
 *
 * @returns without a slash at the end; null when it is not said.
 */
export function urlOrNull(source: EnvSource, name: string): string | null {
  const text = given(source, name)
  if (text === null) return null
  const url = parse(text, ['http:', 'https:'])
  if (url !== null && url.search === '' && url.hash === '' && url.username === '') {
    return url.href.replace(/\/+$/, '')
  }
  return note(source, { name, rule: 'a URL as in https://api.example.com' }, null)
}

/**
 * Reads REDIS_URL.
 *
 * @returns the URL; null when it is not said.
 */
export function redisOf(source: EnvSource): string | null {
  const text = given(source, 'REDIS_URL')
  if (text === null || parse(text, ['redis:', 'rediss:']) !== null) return text
  return note(source, { name: 'REDIS_URL', rule: 'a URL as in redis://127.0.0.1:6379' }, null)
}

/** Reads CORS_ORIGINS, with commas between. */
export function originsOf(source: EnvSource): readonly string[] {
  const texts = (given(source, 'CORS_ORIGINS') ?? '').split(',').map((text) => text.trim())
  const origins = texts.filter((text) => text !== '')
  if (origins.every((text) => parse(text, ['http:', 'https:'])?.origin === text)) return origins
  const rule = 'origins with commas between, as in https://app.example.com'
  return note(source, { name: 'CORS_ORIGINS', rule }, [])
}

/** Reads TRUSTED_PROXIES, with commas between. */
export function proxiesOf(source: EnvSource): readonly string[] {
  const texts = (given(source, 'TRUSTED_PROXIES') ?? '').split(',').map((text) => text.trim())
  const proxies = texts.filter((text) => text !== '')
  if (proxies.every(isNetwork)) return proxies
  const rule = 'addresses or networks with commas between, as in 10.0.0.0/8, 127.0.0.1'
  return note(source, { name: 'TRUSTED_PROXIES', rule }, [])
}

/** A network of all addresses would trust everyone. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
}

/**
 * Reads METRICS_HOST and METRICS_PORT.
 *
 * @returns where metrics are answered; null for `off`.
 */
export function metricsOf(source: EnvSource, apiPort: number): MetricsConfig | null {
  const host = given(source, 'METRICS_HOST') ?? '127.0.0.1'
  const text = given(source, 'METRICS_PORT')
  if (text === 'off') return null
  if (text === null) {
    const port = apiPort === 0 || apiPort > 64_535 ? 0 : apiPort + 1_000
    return { host, port, isChosen: false }
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return { host, port, isChosen: true }
  return note(source, { name: 'METRICS_PORT', rule: 'a port from 0 to 65535, or off' }, null)
}

/** Reads where the database is: DATABASE_URL, else a file in VAULTWRIGHT_DATA_DIR. */
export function storeOf(source: EnvSource, folder: string): string {
  const text = given(source, 'DATABASE_URL')
  const file = join(given(source, 'VAULTWRIGHT_DATA_DIR') ?? folder, 'vaultwright.sqlite')
  if (text === null) return `sqlite:${file}`
  if (text.startsWith('sqlite:') || parse(text, ['postgres:', 'postgresql:']) !== null) return text
  const rule = 'postgres://user:password@host/database, or sqlite:<path>'
  return note(source, { name: 'DATABASE_URL', rule }, '')
}

function given({ variables }: EnvSource, name: string): string | null {
  const text = variables[name]?.trim()
  return text === undefined || text === '' ? null : text
}

function note<Value>(source: EnvSource, problem: EnvProblem, fallback: Value): Value {
  source.problems.push(problem)
  return fallback
}

function parse(text: string, protocols: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return protocols.includes(url.protocol) ? url : null
}
