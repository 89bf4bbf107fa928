import { type Address, memoize, openLruMap } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import type { AllowanceEntry, Asset } from '@vaultwright/valuation'
import { readRateProviders } from '../accountant/rate-provider.ts'
import { type AccountantResult, readAccountant } from '../accountant/reading.ts'
import { readSubject } from '../catalogue/position-reading.ts'
import { readAllowances } from '../erc-20/allowance.ts'
import { readTokenUnits, type TokenUnits } from '../erc-20/token-unit.ts'
import type { PositionResult, PositionSubject, ReadMoment } from '../position/position.ts'
import { mergePositionResults } from '../position/position-result.ts'
import { type PriceResult, readChainPrice } from '../reading/chain-price.ts'
import { joinReadings, type Reading } from '../reading/reading.ts'
import type { VaultReadPlan } from './read-plan.ts'

/** The answers of a chain about a day, before prices from elsewhere and events join it. */
export type VaultReadResult = {
  readonly accountant: AccountantResult
  /** The holdings, and their worth by protocols. */
  readonly positions: PositionResult
  /** The worth of assets by the accountant. */
  readonly rates: PositionResult
  /** In the order of the plan. */
  readonly prices: readonly PriceResult[]
  /** Of every token that any of these name. */
  readonly units: TokenUnits
  /** In the order of the plan; none where it has none. */
  readonly allowances: readonly AllowanceEntry[]
}

type VaultReadPart = Partial<VaultReadResult> & { readonly idleBase?: PositionResult }

/**
 * Reads a vault: accountant, supply, positions, prices and the units of all their tokens.
 *
 * Units of tokens that the plan names are asked for at once, before it is known whether they are held; of
 * others as soon as they are found. Who runs it asks the same call once.
 *
 * @param plan - what is known before the first question.
 * @returns a reading, to be run on a chain at the plan's block or on recorded answers.
 */
export function* readVault(plan: VaultReadPlan): Reading<VaultReadResult> {
  const scope = scopeOf(plan)
  const tokens = [...scope.tokens]
  const parts = yield* joinReadings<VaultReadPart>([
    readShare(scope),
    part('positions', readPositions(scope, plan.subjects)),
    part('rates', readRates(plan, tokens)),
    part('prices', readPrices(plan)),
    part('units', readUnits(scope, tokens)),
    part('allowances', readAllowances(plan.allowances?.pairs ?? [])),
  ])
  const all = Object.assign({}, ...parts) as Required<VaultReadPart>
  const positions = mergePositionResults([all.positions, all.idleBase])
  const named = namedIn([positions, all.rates], all.accountant.base)
  const readTokens = new Set(all.units.assets.map(({ address }) => address))
  const more = yield* readUnits(
    scope,
    [...named].filter((token) => !readTokens.has(token)),
  )
  const units = {
    assets: [...all.units.assets, ...more.assets].filter(({ address }) => named.has(address)),
    failures: [...all.units.failures, ...more.failures].filter(({ what }) =>
      named.has(what.split(' ').at(-1) as Address),
    ),
  }
  const { accountant, rates, prices, allowances } = all
  return { accountant, positions, rates, prices, units, allowances }
}

/** The base asset is looked for in every holder, whether or not a leaf names it. */
function* readShare(scope: VaultReadContext): Reading<VaultReadPart> {
  const { accountant, vault, drones, subjects } = scope.plan
  const accountantRead = yield* readAccountant(accountant, vault)
  const { base } = accountantRead
  const holders = base === null ? [] : [vault, ...drones]
  const idle = holders
    .filter((holder) => !subjects.some((one) => isReadAlready(one, holder, base!)))
    .map((holder) => ({ reader: 'idle', holder, values: { tokens: base! } }))
  return { accountant: accountantRead, idleBase: yield* readPositions(scope, idle) }
}

function* readPositions(
  scope: VaultReadContext,
  subjects: readonly PositionSubject[],
): Reading<PositionResult> {
  return mergePositionResults(
    yield* joinReadings(subjects.map((subject) => readPosition(scope, subject))),
  )
}

/** Units of new tokens are asked for here, while other positions are still being read. */
function* readPosition(scope: VaultReadContext, subject: PositionSubject): Reading<PositionResult> {
  const result = yield* readSubject(subject, scope.moment)
  const late = [...namedIn([result], null)].filter((token) => !scope.tokens.has(token))
  if (late.length > 0) yield* readUnits(scope, late)
  return result
}

function isReadAlready(
  { reader, holder, values }: VaultReadPlan['subjects'][number],
  wanted: Address,
  token: Address,
): boolean {
  return reader === 'idle' && holder === wanted && (values.tokens ?? '').includes(token)
}

function* readRates(
  { accountant }: VaultReadPlan,
  tokens: readonly Address[],
): Reading<PositionResult> {
  if (accountant === null) return mergePositionResults([])
  return yield* readRateProviders(
    accountant,
    tokens.filter((token) => token !== nativeAsset),
  )
}

function readPrices({ prices, block }: VaultReadPlan): Reading<readonly PriceResult[]> {
  const atUnix = BigInt(block.atUnix)
  return joinReadings(prices.map((price) => readChainPrice(price, atUnix)))
}

function* readUnits(
  { known: knownUnits }: VaultReadContext,
  tokens: readonly Address[],
): Reading<TokenUnits> {
  const unknown = tokens.filter((token) => !knownUnits.has(token))
  const { assets, failures } = yield* readTokenUnits(unknown)
  return {
    assets: [...tokens.flatMap((token) => knownUnits.get(token) ?? []), ...assets],
    failures,
  }
}

/** A plan, and what every part of it is read with. */
type VaultReadContext = {
  readonly plan: VaultReadPlan
  readonly moment: ReadMoment
  /** The addresses that a subject names, each maybe a token: one that is none and is not held does no harm. */
  readonly tokens: ReadonlySet<Address>
  /** Tokens that are not asked. */
  readonly known: ReadonlyMap<Address, Asset>
}

function scopeOf(plan: VaultReadPlan): VaultReadContext {
  const { subjects, tokens, block } = plan
  const moment = { atUnix: BigInt(block.atUnix) }
  return { plan, moment, tokens: tokensIn(subjects), known: assetsIn(tokens) }
}

/** Days that follow each other have the same list of subjects as a rule. */
const tokensIn = memoize((subjects: VaultReadPlan['subjects']): ReadonlySet<Address> => {
  const tokens = new Set<Address>()
  for (const { values } of subjects) {
    for (const text of Object.values(values))
      for (const address of addressesIn(text)) tokens.add(address)
  }
  return tokens
})

const assetsIn = memoize(
  (tokens: VaultReadPlan['tokens']): ReadonlyMap<Address, Asset> =>
    new Map(tokens.map((asset) => [asset.address, asset])),
)

/** The addresses in texts: they are the same from day to day, and addresses that stay need not be hashed again. */
const memory = openLruMap<string, readonly Address[]>({ maxEntries: 1024 })

function addressesIn(text: string): readonly Address[] {
  const cached = memory.get(text)
  if (cached !== undefined) return cached
  const addresses = (text.match(/\b0x[0-9a-fA-F]{40}\b/g) ?? []) as readonly Address[]
  memory.set(text, addresses)
  return addresses
}

function namedIn(parts: readonly PositionResult[], base: Address | null): ReadonlySet<Address> {
  const named = new Set<Address>(base === null ? [] : [base])
  for (const { holdings, quotes } of parts) {
    for (const { asset } of holdings) named.add(asset)
    for (const { asset, per } of quotes) named.add(asset).add(per)
  }
  return named
}

function* part<Name extends keyof VaultReadPart>(
  name: Name,
  reading: Reading<NonNullable<VaultReadPart[Name]>>,
): Reading<VaultReadPart> {
  return { [name]: yield* reading }
}
