import { type Address, BaseError } from '@vaultwright/base'
import { readLocatedText, type TextLocation } from '@vaultwright/document'
import { parseAddress } from '@vaultwright/merkle'
import type { ChainPrice, QuoteSourceRef } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import { isSvmAddress, type SvmAddress } from '@vaultwright/svm'
import { type PriceSource, sourceNameOf, sourceOf } from './price-source.ts'

/** The sources of prices, as configured. */
export type PriceBook = {
  readonly prices: readonly PriceRule[]
  /** Of mints. Default: none. */
  readonly solana?: readonly PriceRule<SvmAddress>[]
}

/** The price rule of one asset: its sources, in order of trust. */
export type PriceRule<Asset extends string = Address> = {
  /** Slug in lower case. */
  readonly chain: string
  readonly asset: Asset
  readonly per: Asset | 'usd'
  readonly sources: readonly PriceSource[]
}

type PriceBookProblem = { readonly path: readonly PropertyKey[]; readonly rule: string }

/**
 * Reads the file of prices: YAML, or JSON, which is YAML.
 *
 * @returns the rules, in their order.
 * @throws {PriceBookError} for text that is not YAML, unknown keys and values of another shape, all at once.
 */
export function parsePriceBook(text: string): PriceBook {
  const placed = readLocatedText(text)
  if (placed.faults.length > 0) throw new PriceBookError(placed.faults)
  const problems: PriceBookProblem[] = []
  const rules = rulesOf(placed.value, problems)
  if (problems.length === 0) {
    return {
      prices: rules.flatMap((rule) => (isSolanaRule(rule) ? [] : [rule])),
      solana: rules.filter(isSolanaRule),
    }
  }
  throw new PriceBookError(
    problems.map(({ path, rule }) => ({
      ...placed.locationOf(path),
      message: `${pathText(path)} ${rule}`,
    })),
  )
}

type AnyRule = PriceRule | PriceRule<SvmAddress>

const solana = 'solana'

function isSolanaRule(rule: AnyRule): rule is PriceRule<SvmAddress> {
  return rule.chain === solana
}

function rulesOf(value: unknown, problems: PriceBookProblem[]): readonly AnyRule[] {
  const top = recordOf(value)
  for (const key of Object.keys(top ?? {})) {
    if (key !== 'prices') problems.push({ path: [key], rule: 'is not a key' })
  }
  if (!Array.isArray(top?.prices)) {
    problems.push({ path: ['prices'], rule: 'must be a list' })
    return []
  }
  return top.prices.flatMap((row, at) => ruleOf(row, ['prices', at], problems))
}

function ruleOf(
  value: unknown,
  path: readonly PropertyKey[],
  problems: PriceBookProblem[],
): AnyRule[] {
  const before = problems.length
  const note = (key: PropertyKey, rule: string) => problems.push({ path: [...path, key], rule })
  const row = recordOf(value) ?? {}
  const { chain, asset, per, sources, ...unknownKeys } = row
  for (const key of Object.keys(unknownKeys)) note(key, 'is not a key')
  const kind = chain === solana ? solanaKind : evmKind
  const slug = typeof chain === 'string' ? kind.slugOf(chain) : null
  if (slug === null) note('chain', 'must be the slug of a known chain, as in mainnet')
  const account = kind.accountOf(asset)
  if (account === null) note('asset', `must be an address: ${kind.address}`)
  const unit = per === 'usd' ? per : kind.accountOf(per)
  if (unit === null) note('per', "must be usd, or a token's address")
  if (unit !== null && unit === account) note('per', 'must be another token than the asset')
  if (!Array.isArray(sources) || sources.length === 0) {
    note('sources', 'must be a list of at least one')
    return []
  }
  const priceSources = sources.flatMap((source, at): readonly PriceSource[] => {
    const parsed = sourceOf(source)
    if ('source' in parsed) {
      const rule = kind.ruleOf(parsed.source, unit === 'usd')
      if (rule === null) return [parsed.source]
      problems.push({ path: [...path, 'sources', at, parsed.source.kind], rule })
      return []
    }
    for (const { path: inner, rule } of parsed.problems) {
      problems.push({ path: [...path, 'sources', at, ...inner], rule })
    }
    return []
  })
  if (problems.length > before) return []
  return [{ chain: slug!, asset: account!, per: unit!, sources: priceSources } as AnyRule]
}

/** The form of rules of a kind of chains. */
type RuleKind = {
  readonly slugOf: (chain: string) => string | null
  readonly accountOf: (value: unknown) => Address | SvmAddress | null
  /** The description of an address. */
  readonly address: string
  /** The problem of a source of such a price; null if there is none. */
  readonly ruleOf: (source: PriceSource, isPerUsd: boolean) => string | null
}

const evmKind: RuleKind = {
  slugOf: (chain) => chainOf(chain)?.slug ?? null,
  accountOf,
  address: '0x and 40 hex digits',
  ruleOf: ({ kind }, isPerUsd) => {
    if (kind === 'feed' && !isPerUsd) return 'is per usd'
    return kind === 'rate' && isPerUsd ? 'is per a token, and not per usd' : null
  },
}

const solanaKind: RuleKind = {
  slugOf: (chain) => chain,
  accountOf: (value) => (typeof value === 'string' && isSvmAddress(value) ? value : null),
  address: 'base58 of 32 bytes',
  ruleOf: ({ kind }) =>
    kind === 'http' || kind === 'fixed' ? null : 'is not a source on solana: give http or fixed',
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return value as Readonly<Record<string, unknown>>
}

function accountOf(value: unknown): Address | null {
  try {
    return parseAddress(value)
  } catch {
    return null
  }
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
  return text.replace(/^\./, '')
}

/** The number of problems the sentence spells out; the facts hold them all. */
const shown = 8

/**
 * Lists the prices that a chain itself is asked for.
 *
 * @returns in the order of the rules.
 */
export function chainPricesOf(book: PriceBook, chain: string): readonly ChainPrice[] {
  return book.prices
    .filter((rule) => rule.chain === chain)
    .flatMap(({ asset, per, sources }) =>
      sources.flatMap((source): readonly ChainPrice[] => {
        const { confidence } = source
        switch (source.kind) {
          case 'feed': {
            const { feed, maxAgeSeconds } = source
            return [{ kind: 'feed', asset, feed, maxAgeSeconds, confidence }]
          }
          case 'oracle':
            return [{ kind: 'oracle', asset, oracle: source.oracle, per, confidence }]
          case 'rate':
            if (per === 'usd') return []
            return [{ kind: 'rate', asset, provider: source.provider, per, confidence }]
          default:
            return []
        }
      }),
    )
}

/** Lists the sources of a chain in the order of trust. */
export function trustOf(book: PriceBook, chain: string): readonly QuoteSourceRef[] {
  return book.prices
    .filter((rule) => rule.chain === chain)
    .flatMap(({ asset, per, sources }) =>
      sources.map((source) => ({ asset, per, source: sourceNameOf(source) })),
    )
}

/** The file of prices cannot be read. */
export class PriceBookError extends BaseError {
  override readonly code = 'price_book'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly (TextLocation & { readonly message: string })[]) {
    const lines = problems.map(
      ({ line, column, message }) => `line ${line}, column ${column}: ${message}`,
    )
    const remainder = lines.length > shown ? `; and ${lines.length - shown} more` : ''
    super({
      message: `The file of prices is not as it must be. Correct ${lines.slice(0, shown).join('; ')}${remainder}.`,
      facts: { problems: problems.map(({ line, column, message }) => ({ line, column, message })) },
    })
  }
}
