import {
  amountsAtPrice,
  type HoldingResult,
  type MovableKind,
  type NavReadResult,
  positionReaders,
} from '@vaultwright/protocols'
import type { Holding, ValuedHolding } from '@vaultwright/valuation'
import type { NavInputs } from './nav-input.ts'

/** A holding with a price, and the facts of its pool. */
type SpotHolding = ValuedHolding & { readonly spot: NonNullable<HoldingResult['spot']> }

/** Decimal places of a price. */
const pricePlaces = 36

/**
 * Works out what holdings in pools are worth by facts that no trade in the block moves: liquidity at the prices of the
 * report, or pool tokens at their virtual price and that of the cheapest coin.
 *
 * @param results - what the readers found, in the order of the holdings.
 * @returns base units of the base asset, for holdings in pools; nothing for a position with a token without a price.
 */
export function spotFloorsOf(
  holdings: readonly ValuedHolding[],
  results: readonly HoldingResult[],
  decimals: number | null,
): ReadonlyMap<Holding, bigint> {
  const floors = new Map<Holding, bigint>()
  if (decimals === null) return floors
  const positions = new Map<string, SpotHolding[]>()
  for (const [index, valued] of holdings.entries()) {
    const spot = results[index]?.spot
    if (spot === undefined) continue
    const key = `${valued.holding.holder} ${valued.holding.protocol} ${spot.key}`
    positions.set(key, [...(positions.get(key) ?? []), { ...valued, spot }])
  }
  for (const position of positions.values()) {
    const worths = position.map(({ worth }) => worth.value ?? 0n)
    const least = position.every(isPriced) ? worthsIn(position, decimals) : position.map(() => 0n)
    const isLess = sumOf(least) < sumOf(worths)
    for (const [index, { holding }] of position.entries())
      floors.set(holding, (isLess ? least : worths)[index]!)
  }
  return floors
}

function isPriced({ price, holding }: SpotHolding): boolean {
  return price.value !== null && holding.asset.decimals !== null
}

function worthsIn(position: readonly SpotHolding[], decimals: number): readonly bigint[] {
  const [first, second, third] = position
  const { spot } = first!
  if (spot.kind === 'invariant') {
    const [cheapest = 0n] = position.map(unitsOf).sort((left, right) => (left < right ? -1 : 1))
    const whole =
      (spot.tokens * spot.virtualPrice * cheapest * 10n ** BigInt(decimals)) / 10n ** 72n
    const worths = position.map(({ worth }) => worth.value ?? 0n)
    const total = sumOf(worths)
    return worths.map((worth) => (total === 0n ? 0n : (whole * worth) / total))
  }
  // With one of its tokens alone the price of its pool is not known here.
  if (second === undefined || third !== undefined) return position.map(() => 0n)
  const scale = ({ holding }: SpotHolding) => 10n ** BigInt(holding.asset.decimals!)
  const amounts = amountsAtPrice(spot, {
    above: unitsOf(first!) * scale(second),
    below: unitsOf(second) * scale(first!),
  })
  return position.map((valued) => {
    if (valued.spot.kind !== 'liquidity') return 0n
    const amount = amounts[valued.spot.token] + valued.spot.beside
    const worth = amount * unitsOf(valued) * 10n ** BigInt(decimals)
    return worth / (scale(valued) * 10n ** BigInt(pricePlaces))
  })
}

/** The price of a whole unit, in units of its last place. */
function unitsOf({ price }: ValuedHolding): bigint {
  const [whole = '0', places = ''] = price.value!.split('.')
  return BigInt(`${whole}${places.padEnd(pricePlaces, '0')}`)
}

function sumOf(worths: readonly bigint[]): bigint {
  return worths.reduce((sum, worth) => sum + worth, 0n)
}

/** The move of a count by a donation. */
export type NavMove = {
  readonly by: 'donation'
  readonly to: string
  readonly sizePercent: string
  /** Basis points of the amount, rounded down; null where it could not be executed. */
  readonly movedBps: string | null
}

/** All that says how far others can move holdings. */
export type MoveInputs = {
  readonly floors: ReadonlyMap<Holding, bigint>
  readonly result: NavReadResult
  readonly kindOf: (holding: Holding) => MovableKind
}

/** From the least to the most that others can do. */
const kindOrder: readonly MovableKind[] = ['none', 'keyed', 'callable', 'donation', 'spot']

/** Makes a finder of the kind of a holding: that of the reader that found it, of several the one that moves most. */
export function kindFinderOf(
  { plan }: Pick<NavInputs, 'plan'>,
  { places }: Pick<NavReadResult, 'places'>,
): MoveInputs['kindOf'] {
  const kinds = new Map(positionReaders.map(({ name, movable }) => [name, movable]))
  const kindByHolding = new Map<string, MovableKind>()
  for (const [index, { holdings }] of places.entries()) {
    const kind = kinds.get(plan.subjects[index]!.reader) ?? 'none'
    for (const { protocol, holder, asset } of holdings) {
      const key = `${protocol} ${holder} ${asset}`
      const before = kindByHolding.get(key) ?? 'none'
      kindByHolding.set(key, kindOrder.indexOf(kind) > kindOrder.indexOf(before) ? kind : before)
    }
  }
  // The base asset is looked for whether or not a subject names it: it lies in the account.
  return ({ protocol, holder, asset }) =>
    kindByHolding.get(`${protocol} ${holder} ${asset.address}`) ?? 'donation'
}

/** Lists the donations that were executed before a holding was read again. */
export function movesOf(
  { holder, asset }: Holding,
  { donated }: Pick<NavReadResult, 'donated'>,
  to: string | undefined,
): readonly NavMove[] {
  return donated
    .filter((move) => move.holder === holder && move.asset === asset.address && move.to === to)
    .map(({ percent, before, after }) => ({
      by: 'donation',
      to: to!,
      sizePercent: String(percent),
      movedBps:
        after === null || before === 0n ? null : String(((after - before) * 10_000n) / before),
    }))
}
