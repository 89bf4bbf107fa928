import type { Address } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import Type, { type Static, type TSchema } from 'typebox'
import Compile from 'typebox/compile'

/** The source of a price. Confidence is an exact decimal from 0 to 1; null if not given. */
export type PriceSource =
  | {
      readonly kind: 'feed'
      readonly feed: Address
      readonly maxAgeSeconds: number
      readonly confidence: string | null
    }
  | { readonly kind: 'oracle'; readonly oracle: Address; readonly confidence: string | null }
  | { readonly kind: 'rate'; readonly provider: Address; readonly confidence: string | null }
  | { readonly kind: 'fixed'; readonly price: string; readonly confidence: string | null }
  | HttpSource

/** A server that is asked for a price. */
export type HttpSource = {
  readonly kind: 'http'
  /** With `{chain}`, `{asset}` and `{unix}` to be filled in. May hold credentials: never shown. */
  readonly url: string
  /** JSON pointer to the price. */
  readonly price: string
  /** JSON pointer to its time, unix seconds or ISO-8601; null when the answer has none. */
  readonly at: string | null
  /** A price is not taken when its time is further from the block's. */
  readonly maxAgeSeconds: number
  readonly confidence: string | null
}

/** Something wrong in what was written: where, from the entry on, and what it must be. */
export type SourceProblem = { readonly path: readonly PropertyKey[]; readonly rule: string }

const strict = { additionalProperties: false }
const confidence = Type.Optional(Type.Union([Type.String(), Type.Number()]))
const account = Type.String()
const pointer = Type.String({ pattern: '^(/[^/]*)+$' })
const age = Type.Integer({ minimum: 1, maximum: 31_536_000 })

const feed = Type.Object({ feed: account, maxAgeSeconds: age, confidence }, strict)
const oracle = Type.Object({ oracle: account, confidence }, strict)
const rate = Type.Object({ rate: account, confidence }, strict)
const fixed = Type.Object({ fixed: Type.Union([Type.String(), Type.Number()]), confidence }, strict)
const http = Type.Object(
  {
    http: Type.String(),
    price: pointer,
    at: Type.Optional(pointer),
    maxAgeSeconds: Type.Optional(age),
    confidence,
  },
  strict,
)

type SourceReader = (value: unknown, problems: SourceProblem[]) => PriceSource | null

/** Each kind by the key that names it. */
const readers: Readonly<Record<string, SourceReader>> = {
  feed: readerOf(feed, ({ feed, maxAgeSeconds, confidence }, note) => ({
    kind: 'feed',
    feed: accountOf(feed, 'feed', note),
    maxAgeSeconds,
    confidence: confidenceOf(confidence, note),
  })),
  oracle: readerOf(oracle, ({ oracle, confidence }, note) => ({
    kind: 'oracle',
    oracle: accountOf(oracle, 'oracle', note),
    confidence: confidenceOf(confidence, note),
  })),
  rate: readerOf(rate, ({ rate, confidence }, note) => ({
    kind: 'rate',
    provider: accountOf(rate, 'rate', note),
    confidence: confidenceOf(confidence, note),
  })),
  fixed: readerOf(fixed, ({ fixed, confidence }, note) => {
    const price = String(fixed)
    if (!isPrice(price)) note('fixed', 'must be a decimal above zero, as 0.9998')
    return { kind: 'fixed', price, confidence: confidenceOf(confidence, note) }
  }),
  http: readerOf(http, ({ http, price, at: timeField, maxAgeSeconds, confidence }, note) => {
    const rule = urlRuleOf(http)
    if (rule !== null) note('http', rule)
    return {
      kind: 'http',
      url: http,
      price,
      at: timeField ?? null,
      maxAgeSeconds: maxAgeSeconds ?? 86_400,
      confidence: confidenceOf(confidence, note),
    }
  }),
}

/** Reads a source as it is written in a file. */
export function sourceOf(
  value: unknown,
): { readonly source: PriceSource } | { readonly problems: readonly SourceProblem[] } {
  const kinds = Object.keys(readers)
  const named = kinds.filter((kind) => typeof value === 'object' && value !== null && kind in value)
  const [kind] = named
  if (kind === undefined || named.length > 1) {
    return { problems: [{ path: [], rule: `must have one of the keys ${kinds.join(', ')}` }] }
  }
  const problems: SourceProblem[] = []
  const source = readers[kind]!(value, problems)
  return source === null || problems.length > 0 ? { problems } : { source }
}

/** Names a source as it may be shown and compared. */
export function sourceNameOf(source: PriceSource): string {
  switch (source.kind) {
    case 'feed':
      return `feed:${source.feed}`
    case 'oracle':
      return `aave-oracle:${source.oracle}`
    case 'rate':
      return `rate:${source.provider}`
    case 'fixed':
      return 'fixed'
    case 'http':
      return `http:${new URL(source.url).host}`
  }
}

/** Tells whether a text is a price. @returns true for an exact decimal above zero. */
export function isPrice(text: string): boolean {
  return /^(0|[1-9]\d{0,59})(\.\d{1,60})?$/.test(text) && /[1-9]/.test(text)
}

/**
 * Says what an address of a server lacks.
 *
 * @returns the rule that it breaks, without the address; null when it may be asked.
 */
export function urlRuleOf(url: string): string | null {
  const rule = 'must be an https address, or an http address of 127.0.0.1'
  if (!URL.canParse(url)) return rule
  const { protocol, hostname, username, password } = new URL(url)
  if (!isDecodable(`${username}${password}`)) return 'must spell % of a name or password as %25'
  if (protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')) return null
  return rule
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

type ProblemNote = (key: string, rule: string) => void

function readerOf<Schema extends TSchema>(
  schema: Schema,
  read: (value: Static<Schema>, note: ProblemNote) => PriceSource,
): SourceReader {
  const check = Compile(schema)
  return (value, problems) => {
    if (check.Check(value)) {
      return read(value as Static<Schema>, (key, rule) => problems.push({ path: [key], rule }))
    }
    for (const { keyword, instancePath, message, params } of check.Errors(value)) {
      if (keyword === 'boolean') continue
      const path = instancePath.split('/').slice(1)
      const unknown = (params as { readonly additionalProperties?: readonly string[] })
        .additionalProperties
      if (unknown === undefined) problems.push({ path, rule: message })
      else for (const key of unknown) problems.push({ path: [...path, key], rule: 'is not a key' })
    }
    return null
  }
}

function accountOf(text: string, key: string, note: ProblemNote): Address {
  try {
    return parseAddress(text)
  } catch {
    note(key, 'must be an address: 0x and 40 hex digits')
    return text as Address
  }
}

function confidenceOf(value: string | number | undefined, note: ProblemNote): string | null {
  if (value === undefined) return null
  const text = String(value)
  if (!/^(0(\.\d{1,18})?|1(\.0{1,18})?)$/.test(text)) note('confidence', 'must be from 0 to 1')
  return text
}
