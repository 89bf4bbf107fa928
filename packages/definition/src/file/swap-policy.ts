import { type Address, BaseError } from '@vaultwright/base'
import type { FileProblem } from '@vaultwright/document'
import type { ChainPrice, KnownFacts } from '@vaultwright/protocols'
import type { ChainDefinition } from '../schema/definition-schema.ts'
import type { SwapDefinition, WrittenPriceSource } from '../schema/swap-schema.ts'
import { createNameBook, type NameBook } from './name-book.ts'

/** The swaps that a vault's definition allows on one chain. Limits in basis points; times in seconds. */
type DefinedSwapPolicy = {
  readonly maxLossBps: bigint
  readonly maxSlippageBps: bigint
  readonly maxImpactBps: bigint
  readonly quoteTtlSeconds: number
  readonly requoteToleranceBps: bigint
  readonly maxOrderSeconds: number
  /** Base units by token. */
  readonly reserves: ReadonlyMap<Address, bigint>
  /** One or two an asset, in the order of the file. */
  readonly prices: readonly ChainPrice[]
  readonly deviationBps: bigint
}

/**
 * Reads the policy of swaps of a chain.
 *
 * @param chain - of a definition that was read: its names resolve.
 * @param facts - what definition, lock file and registry know: decimals of tokens with a reserve.
 * @returns the policy; null where the definition says nothing of swaps.
 * @throws {ReserveUnitError} when the decimals of a token with a reserve are not known, or are too few for it.
 */
export function swapPolicyOf(
  chain: ChainDefinition,
  facts: Pick<KnownFacts, 'tokenOf'>,
): DefinedSwapPolicy | null {
  const { swap } = chain
  if (swap === null) return null
  const { reserves, prices } = resolveSwap(chain, swap, createNameBook(chain))
  return {
    maxLossBps: swap.max_loss_bps ?? 50n,
    maxSlippageBps: swap.max_slippage_bps ?? 100n,
    maxImpactBps: swap.max_impact_bps ?? 150n,
    quoteTtlSeconds: swap.quote_ttl_seconds ?? 60,
    requoteToleranceBps: swap.requote_tolerance_bps ?? 10n,
    maxOrderSeconds: swap.max_order_seconds ?? 604_800,
    reserves: new Map(
      reserves.map(({ name, token, amount }) => {
        const definedToken = [...chain.tokens.values()].find(({ address }) => address === token)
        const decimals = definedToken?.decimals ?? facts.tokenOf(token)?.decimals ?? null
        return [token, baseUnitsOf({ name, amount }, decimals)]
      }),
    ),
    prices,
    deviationBps: swap.deviation_bps ?? 100n,
  }
}

/** Finds the names of a chain's swap policy that do not resolve, and tokens and prices that are given twice. */
export function swapProblemsOf(chain: ChainDefinition): readonly FileProblem[] {
  if (chain.swap === null) return []
  const { problems } = resolveSwap(chain, chain.swap, createNameBook(chain))
  return problems.map(({ path, message }) => ({
    path: ['chains', chain.key, 'swap', ...path],
    message,
  }))
}

/** Notes the names that a chain's swap policy uses. */
export function noteSwapNames(chain: ChainDefinition, names: NameBook): void {
  if (chain.swap !== null) resolveSwap(chain, chain.swap, names)
}

type WrittenReserve = { readonly name: string; readonly token: Address; readonly amount: string }
type ResolvedSwap = {
  readonly reserves: readonly WrittenReserve[]
  readonly prices: readonly ChainPrice[]
  readonly problems: readonly FileProblem[]
}

function resolveSwap(chain: ChainDefinition, swap: SwapDefinition, names: NameBook): ResolvedSwap {
  const problems: FileProblem[] = []
  const accountOf = (word: string, path: FileProblem['path']): Address | null => {
    const resolved = names.accountOf(word, { protocol: null, role: null })
    if (resolved.ok) return resolved.account
    problems.push({ path, message: `cannot be resolved: ${resolved.why}` })
    return null
  }
  const tokenOf = (word: string, path: FileProblem['path']): Address | null => {
    const token = accountOf(word, path)
    const isOwn = token !== null && (token === chain.vault || token === chain.manager)
    if (isOwn) problems.push({ path, message: "is the vault's own account, and not a token" })
    return isOwn ? null : token
  }
  const uniqueOf = <Entry>(record: Readonly<Record<string, Entry>>, list: string) => {
    const firstPaths = new Map<string, string>()
    return Object.entries(record).flatMap(([name, entry]) => {
      const token = tokenOf(name, [list, name])
      if (token === null) return []
      const earlier = firstPaths.get(token)
      firstPaths.set(token, name)
      if (earlier === undefined) return [{ name, token, entry }]
      problems.push({ path: [list, name], message: `is the token of ${earlier}, too` })
      return []
    })
  }
  const reserves = uniqueOf(swap.reserve ?? {}, 'reserve').map(({ name, token, entry }) => ({
    name,
    token,
    amount: entry,
  }))
  const prices = uniqueOf(swap.prices, 'prices').flatMap(({ name, token, entry }) => {
    const list = Array.isArray(entry)
    const sources: readonly WrittenPriceSource[] = list ? entry : [entry as WrittenPriceSource]
    const accounts = new Set<string>()
    return sources.flatMap((source, place): readonly ChainPrice[] => {
      const path = list ? ['prices', name, place] : ['prices', name]
      const kind = source.feed !== undefined ? 'feed' : source.oracle ? 'oracle' : 'rate'
      const account = accountOf(source[kind]!, [...path, kind])
      const isUsd = kind === 'feed' || source.per === 'usd'
      const per = isUsd ? 'usd' : tokenOf(source.per!, [...path, 'per'])
      if (account === null || per === null) return []
      if (per === token) {
        problems.push({ path: [...path, 'per'], message: 'must be another token than the asset' })
      }
      if (accounts.has(account)) {
        problems.push({ path: [...path, kind], message: 'is the same source again' })
      }
      accounts.add(account)
      return [priceFrom({ source, asset: token, account, per })]
    })
  })
  return { reserves, prices, problems }
}

type PriceParts = {
  readonly source: WrittenPriceSource
  readonly asset: Address
  readonly account: Address
  readonly per: Address | 'usd'
}

function priceFrom({ source, asset, account, per }: PriceParts): ChainPrice {
  const { confidence = null } = source
  if (source.feed !== undefined) {
    const maxAgeSeconds = source.max_age_seconds!
    return { kind: 'feed', asset, feed: account, maxAgeSeconds, confidence }
  }
  return source.oracle !== undefined || per === 'usd'
    ? { kind: 'oracle', asset, oracle: account, per, confidence }
    : { kind: 'rate', asset, provider: account, per, confidence }
}

function baseUnitsOf(
  reserve: Pick<WrittenReserve, 'name' | 'amount'>,
  decimals: number | null,
): bigint {
  const [whole = '0', places = ''] = reserve.amount.split('.')
  const digits = places.replace(/0+$/, '')
  if (decimals === null || digits.length > decimals) throw new ReserveUnitError(reserve, decimals)
  return BigInt(whole + digits.padEnd(decimals, '0'))
}

/** A reserve cannot be counted in base units of its token. */
export class ReserveUnitError extends BaseError {
  override readonly code = 'reserve_unit'
  override readonly kind = 'invalid_input'

  constructor({ name, amount }: { name: string; amount: string }, decimals: number | null) {
    const reason =
      decimals === null
        ? 'the decimals of the token are not known. Give them under `tokens`, or in the lock file.'
        : `the token has ${decimals} decimals. Give no more digits behind the point.`
    super({
      message: `The reserve of ${name}, ${amount}, cannot be counted: ${reason}`,
      facts: { token: name, amount, decimals },
    })
  }
}
