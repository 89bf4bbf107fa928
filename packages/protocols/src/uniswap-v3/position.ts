import type { Address } from '@vaultwright/base'
import type { Claim } from '../action/match.ts'
import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import {
  failedRead,
  holdingsOf,
  mergePositionResults,
  positionResultOf,
} from '../position/position-result.ts'
import {
  addressIn,
  boundIn,
  damagedSubject,
  type SubjectRow,
  subjectsBy,
} from '../position/subject.ts'
import { accountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractRead, ContractReadResult, Reading } from '../reading/reading.ts'
import {
  collectableOf,
  type FeesInside,
  feesInsideOf,
  globalReads,
  tickReads,
} from './fee-growth.ts'
import {
  idQuestion,
  idQuestions,
  idsOf,
  isOwner,
  type LiquidityPosition,
  type PoolKey,
  type PositionIds,
  poolIn,
  poolNameOf,
  positionIn,
} from './position-id.ts'
import { amountsOf } from './tick.ts'

const name = 'uniswap_v3'

/** Exchanges whose position managers answer alike. */
const venues: readonly string[] = [name, 'pancake_swap_v3']

/** Fee tiers of pools that are asked for before a position says its own. */
const commonFees = [100n, 500n, 2500n, 3000n, 10_000n]

/** Finds positions with what taking them away pays out, and what their liquidity earned inside its range. */
export const uniswapV3Position: PositionReader = {
  name,
  movable: 'spot',
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) => rowsOf(claim, vault)),
    ),
  read: readPositions,
}

function rowsOf(claim: Claim, vault: Address): readonly SubjectRow[] {
  const { protocol } = claim.pattern.action
  if (!venues.includes(protocol)) return []
  const tokens = [...boundIn(claim, 'token0'), ...boundIn(claim, 'token1')]
  return boundIn(claim, 'position_manager').map((manager) => ({
    holder: claim.drone ?? vault,
    // Readings that were kept before fees were asked for have it not, and are read as they were.
    values: { protocol, manager, fees: 'inside' },
    lists: { pairs: tokens.length === 2 ? [tokens.join('-')] : [] },
  }))
}

type PositionManagerQuery = {
  readonly protocol: string
  readonly manager: Address
  readonly holder: Address
  readonly pairs: readonly (readonly [Address, Address])[]
  readonly hasFees: boolean
}

function* readPositions(subject: PositionSubject): Reading<PositionResult> {
  const ref = refOf(subject)
  if (ref === null) return damagedSubject(subject)
  const { protocol, manager, holder } = ref
  const [maker, ...listed] = yield [readOf(manager, 'factory()'), ...idQuestions(manager, holder)]
  const ids = idsOf(listed)
  if (isNothing(listed[0])) return positionResultOf({})
  if (ids.kind === 'unknown') return failedRead(`${protocol} positions of ${holder}`, ids.reason)
  if (ids.ids.length + (ids.kind === 'listed' ? ids.places.length : 0) === 0)
    return positionResultOf({})
  const factory = accountIn(maker, 0)
  if (factory.value === null)
    return failedRead(`${protocol} positions of ${holder}`, factory.reason)
  return yield* readKnown({ ...ref, factory: factory.value }, ids)
}

type PoolManagerQuery = PositionManagerQuery & { readonly factory: Address }
type Ids = Exclude<PositionIds, { readonly kind: 'unknown' }>

/** Positions and their likely pools in one round, prices in the next; what was not foreseen takes one more. */
function* readKnown(ref: PoolManagerQuery, ids: Ids): Reading<PositionResult> {
  const { protocol, manager, holder, factory } = ref
  const likely = ref.pairs.flatMap(([token0, token1]) =>
    commonFees.map((fee) => ({ token0, token1, fee })),
  )
  const places = ids.kind === 'listed' ? ids.places : []
  const answers = yield [
    ...ids.ids.map((id) => readOf(manager, 'positions(uint256)', [id])),
    ...likely.map((key) => poolQuestion(factory, key)),
    ...places.map((place) => idQuestion(manager, holder, place)),
    ...(ids.kind === 'listed'
      ? []
      : ids.ids.map((id) => readOf(manager, 'ownerOf(uint256)', [id]))),
  ]
  const pools = new Map<string, ContractReadResult>()
  for (const [index, key] of likely.entries()) {
    pools.set(poolNameOf(key), answers[ids.ids.length + index]!)
  }
  const owners = answers.slice(ids.ids.length + likely.length)
  const idAnswers = ids.ids.map((id, place) => ({ id, answer: answers[place] }))
  if (ids.kind === 'guessed') {
    const ownIds = idAnswers.filter((_, at) => isOwner(owners[at], holder))
    const result = yield* readPools(ref, ownIds, pools)
    if (BigInt(ownIds.length) === ids.count) return result
    const reason = `The manager lists no positions, and only ${ownIds.length} of ${ids.count} were found.`
    return mergePositionResults([result, failedRead(`${protocol} positions of ${holder}`, reason)])
  }
  const further = owners.map((answer) => wordIn(answer, 0).value)
  if (further.some((id) => id === null)) {
    return failedRead(
      `${protocol} positions of ${holder}`,
      'The manager does not list all of them.',
    )
  }
  const more =
    further.length === 0
      ? []
      : yield further.map((id) => readOf(manager, 'positions(uint256)', [id!]))
  const moreAnswers = more.map((answer, place) => ({ id: further[place]!, answer }))
  return yield* readPools(ref, [...idAnswers, ...moreAnswers], pools)
}

type IdAnswer = { readonly id: bigint; readonly answer: ContractReadResult | undefined }
type OwnedPosition = LiquidityPosition & { readonly id: bigint }

function* readPools(
  ref: PoolManagerQuery,
  idAnswers: readonly IdAnswer[],
  likely: ReadonlyMap<string, ContractReadResult>,
): Reading<PositionResult> {
  const { protocol, holder, factory } = ref
  const idPositions = idAnswers.map(({ id, answer }) => ({ id, ...positionIn(answer) }))
  const failures = idPositions.flatMap(({ reason }) =>
    reason === null ? [] : [failedRead(`a ${protocol} position of ${holder}`, reason)],
  )
  const positions = idPositions.flatMap(({ id, value }) =>
    value === null ? [] : [{ ...value, id }],
  )
  const open = positions.filter(({ liquidity }) => liquidity > 0n)
  const unseen = new Map(
    open.filter((one) => !likely.has(poolNameOf(one))).map((one) => [poolNameOf(one), one]),
  )
  const answers =
    unseen.size === 0 ? [] : yield [...unseen.values()].map((key) => poolQuestion(factory, key))
  const pools = new Map(likely)
  for (const [index, key] of [...unseen.keys()].entries()) pools.set(key, answers[index]!)
  const states = yield* readStates(ref, open, pools)
  return mergePositionResults([
    ...positions.map((one) => heldIn(one, ref, states.get(one.id) ?? nothingTold)),
    ...failures,
  ])
}

/** The answers of a pool about a position in it. */
type PositionState = { readonly price: bigint | null; readonly inside: FeesInside | null }

const nothingTold: PositionState = { price: null, inside: null }

/** Asks all pools in one round. */
function* readStates(
  { hasFees }: PoolManagerQuery,
  open: readonly OwnedPosition[],
  pools: ReadonlyMap<string, ContractReadResult>,
): Reading<ReadonlyMap<bigint, PositionState>> {
  const inPools = open.flatMap((position) => {
    const pool = poolIn(pools.get(poolNameOf(position))).value
    return pool === null ? [] : [{ position, pool }]
  })
  const reads = inPools.map(({ position, pool }) => [
    readOf(pool, 'slot0()'),
    ...(hasFees ? [...globalReads(pool), ...tickReads(pool, position)] : []),
  ])
  const answers = reads.length === 0 ? [] : yield reads.flat()
  const size = reads[0]?.length ?? 0
  return new Map(
    inPools.map(({ position }, place) => {
      const [slot, global0, global1, lower, upper] = answers.slice(
        size * place,
        size * place + size,
      )
      const inside = feesInsideOf(position, { slot, globals: [global0, global1], lower, upper })
      return [position.id, { price: wordIn(slot, 0).value, inside }]
    }),
  )
}

function heldIn(
  position: OwnedPosition,
  { protocol, manager, holder }: PositionManagerQuery,
  { price, inside }: PositionState,
): PositionResult {
  const { id, token0, token1, liquidity, owed, settled } = position
  if (liquidity > 0n && (price === null || price === 0n)) {
    const reason = 'Its pool was not found, or says no price.'
    return failedRead(`a ${protocol} position in ${token0} and ${token1}`, reason)
  }
  const amounts = liquidity === 0n ? [0n, 0n] : amountsOf(position, price!)
  const key = `${protocol}:${manager}:position/${id}`
  const holdings = [token0, token1].flatMap((asset, token) => {
    const amount = amounts[token]! + owed[token]!
    const growth = inside?.[token]
    const ref = { protocol, holder, asset }
    const earned = growth === undefined ? 0n : collectableOf(liquidity, growth, settled[token]!)
    const total = amount + earned
    const { tickLower, tickUpper } = position
    const range = { key, token: token as 0 | 1, tickLower, tickUpper, liquidity }
    const beside = total - amounts[token]!
    const spot = liquidity === 0n ? {} : { spot: { kind: 'liquidity', ...range, beside } as const }
    if (growth === undefined) return holdingsOf(ref, total, spot)
    const fees = { key, inside: String(growth), liquidity: String(liquidity) }
    return holdingsOf(ref, total, { fees, ...spot })
  })
  return positionResultOf({ holdings })
}

function poolQuestion(factory: Address, { token0, token1, fee }: PoolKey): ContractRead {
  return readOf(factory, 'getPool(address,address,uint24)', [token0, token1, fee])
}

function refOf(subject: PositionSubject): PositionManagerQuery | null {
  const { reader, holder, values } = subject
  const manager = addressIn(subject, 'manager')
  const { protocol, pairs } = values
  if (reader !== name || manager === null || protocol === undefined || pairs === undefined) {
    return null
  }
  const texts = pairs === '' ? [] : pairs.split(',')
  const parsed = texts.map((text) => {
    const [token0, token1, ...more] = text.split('-')
    const pair = { ...subject, values: { token0: token0!, token1: token1 ?? '' } }
    const both = [addressIn(pair, 'token0'), addressIn(pair, 'token1')] as const
    return more.length === 0 && both[0] !== null && both[1] !== null ? both : null
  })
  if (parsed.some((pair) => pair === null)) return null
  return {
    protocol,
    manager,
    holder,
    pairs: parsed as readonly (readonly [Address, Address])[],
    hasFees: values.fees === 'inside',
  }
}
