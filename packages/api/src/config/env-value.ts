import { isIP } from 'node:net'
import { join } from 'node:path'
import { type EnvReader, isUrl } from '@vaultwright/base'
import type { MetricsConfig } from './config.ts'

/** Reads the URL that callers use, without a slash at the end; null when there is none. */
export function publicUrlOf(reader: EnvReader): string | null {
  return reader.parsed('PUBLIC_URL', 'a URL as in https://api.example.com', (text) => {
    if (!isUrl(text, ['http:', 'https:'])) return null
    const { search, hash, username, href } = new URL(text)
    return search === '' && hash === '' && username === '' ? href.replace(/\/+$/, '') : null
  })
}

/** Reads REDIS_URL; null when there is none. */
export function redisOf(reader: EnvReader): string | null {
  return reader.parsed('REDIS_URL', 'a URL as in redis://127.0.0.1:6379', (text) =>
    isUrl(text, ['redis:', 'rediss:']) ? text : null,
  )
}

/** Reads CORS_ORIGINS, with commas between. */
export function originsOf(reader: EnvReader): readonly string[] {
  const rule = 'origins with commas between, as in https://app.example.com'
  const isOrigin = (text: string) =>
    isUrl(text, ['http:', 'https:']) && new URL(text).origin === text
  return listOf(reader, 'CORS_ORIGINS', { rule, isItem: isOrigin })
}

/** Reads TRUSTED_PROXIES, with commas between. */
export function proxiesOf(reader: EnvReader): readonly string[] {
  const rule = 'addresses or networks with commas between, as in 10.0.0.0/8, 127.0.0.1'
  return listOf(reader, 'TRUSTED_PROXIES', { rule, isItem: isNetwork })
}

type ItemRule = { readonly rule: string; readonly isItem: (text: string) => boolean }

function listOf(reader: EnvReader, name: string, { rule, isItem }: ItemRule): readonly string[] {
  const items = reader.parsed(name, rule, (given) => {
    const texts = given.split(',').map((text) => text.trim())
    const filled = texts.filter((text) => text !== '')
    return filled.every(isItem) ? filled : null
  })
  return items ?? []
}

/** A network of all addresses would trust everyone. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
}

/** Reads METRICS_HOST and METRICS_PORT; null for `off`. */
export function metricsOf(reader: EnvReader, apiPort: number): MetricsConfig | null {
  const host = reader.text('METRICS_HOST') ?? '127.0.0.1'
  const port = reader.parsed('METRICS_PORT', 'a port from 0 to 65535, or off', (text) => {
    if (text === 'off') return text
    return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null
  })
  if (port === 'off') return null
  if (port !== null) return { host, port, isChosen: true }
  return { host, port: apiPort === 0 || apiPort > 64_535 ? 0 : apiPort + 1_000, isChosen: false }
}

/** Reads where the database is: DATABASE_URL, else a file in VAULTWRIGHT_DATA_DIR. */
export function databaseOf(reader: EnvReader, folder: string): string {
  const rule = 'postgres://user:password@host/database, or sqlite:<path>'
  const given = reader.parsed('DATABASE_URL', rule, (text) =>
    text.startsWith('sqlite:') || isUrl(text, ['postgres:', 'postgresql:']) ? text : null,
  )
  const file = join(reader.text('VAULTWRIGHT_DATA_DIR') ?? folder, 'vaultwright.sqlite')
  return given ?? `sqlite:${file}`
}
