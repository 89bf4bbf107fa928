import type { Address } from '@vaultwright/base'
import { encodeManage } from '@vaultwright/manager'
import type {
  DrillBlock,
  DrillCall,
  DrillCounts,
  DrillStop,
  DrillWorld,
} from '@vaultwright/outcome'
import type { QueuedRequest } from '@vaultwright/queue'
import {
  assetsOf,
  type DrillDemand,
  readAmounts,
  readBuffer,
  readOneShare,
  readRate,
  requestsOf,
} from './demand.ts'
import {
  type DrillPayer,
  type Payments,
  payAmount,
  payRequests,
  type UnpaidDemand,
} from './payment.ts'
import { type DrillTree, type ExitSource, sourcesOf } from './source.ts'
import { type Gathered, gather, type UnwindStep } from './unwind.ts'

/** A drill to run, with all that it takes beside the state. */
export type DrillQuery = {
  readonly manager: Address
  readonly strategist: Address
  readonly sources: readonly ExitSource[]
  readonly payer: DrillPayer
  readonly accountant: Address
  readonly demand: DrillDemand
  /** `steps`: a transaction a position. `batch`: one for all of them, which is run as one. */
  readonly unwinding: 'steps' | 'batch'
}

/** A drill of a tree: the ways out follow from its leaves. */
export type DrillRequest = Omit<DrillQuery, 'manager' | 'sources'> & { readonly tree: DrillTree }

/** Finds the ways out that a drill of a tree has. */
export function drillQueryOf({ tree, ...request }: DrillRequest): DrillQuery {
  return { ...request, manager: tree.manager, sources: sourcesOf(tree, assetsOf(request.demand)) }
}

/** The answer for one asset; base units. */
export type DrilledAsset = {
  readonly asset: Address
  readonly demand: bigint
  readonly paid: bigint
  /** Cash that the demand takes from the vault at the rate of then; null where the accountant gives none. */
  readonly need: bigint | null
  /** The contract that pays in place of idle cash: leaving positions does not help then. Null where idle cash pays. */
  readonly buffer: Address | null
}

/** An asset with the rate that it is redeemed at; null where the accountant gives none. */
type PricedAsset = DrilledAsset & { readonly rate: bigint | null; readonly oneShare: bigint }

/** An unwinding of all positions in one transaction. */
export type UnwindBatch = {
  readonly block: DrillBlock
  readonly call: DrillCall
  /** Null: it was run as one, and the payments are on what it left. */
  readonly stop: DrillStop | null
}

/** The outcome of a drill: all of it executed. */
export type Drill = {
  readonly assets: readonly DrilledAsset[]
  readonly unwinds: readonly UnwindStep[]
  readonly batch: UnwindBatch | null
  readonly payments: Payments['steps']
  readonly unpaid: readonly UnpaidDemand[]
  readonly blocked: Gathered['blocked']
  readonly unreached: Gathered['unreached']
  /** Seconds from the block of the state to the last payment; null where nothing is paid. */
  readonly afterSeconds: bigint | null
  readonly counts: DrillCounts
}

/**
 * Runs a drill: pays what is asked for out of a vault, leaving positions for what its cash lacks.
 *
 * @param world - of the state; it is used up.
 * @throws {DrillTooLargeError} {EmptyDemandError} {DemandTooLargeError} {NoRateError} where an amount has no rate, and what bringing state throws.
 */
export async function runDrill(world: DrillWorld, query: DrillQuery): Promise<Drill> {
  const { demand, payer } = query
  const { number: _, timestamp: startUnix } = world.next()
  const requests = requestsOf(demand, startUnix)
  const oneShare = await readOneShare(world, payer.vault)
  const terms = { demand, accountant: query.accountant, vault: payer.vault }
  const assets: PricedAsset[] = []
  for (const [asset, amount] of await readAmounts(world, terms, { requests, oneShare })) {
    const rate = await readRate(world, query.accountant, asset)
    const shares = requests.flatMap(({ assetOut, amountOfShares }) =>
      assetOut === asset ? [amountOfShares] : [],
    )
    const outflow = (worth: bigint) =>
      shares.reduce((sum, one) => sum + (one * worth) / oneShare, 0n)
    const need = shares.length === 0 ? amount : rate === null ? null : outflow(rate)
    const buffer = await readBuffer(world, payer.teller, asset)
    assets.push({ asset, demand: amount, paid: 0n, need, buffer, rate, oneShare })
  }
  const gathered = await gatherFor(world, query, assets)
  const paid = await payFor(gathered.world, query, { requests, assets })
  const last = paid.steps.findLast((step) => step.kind !== 'wait')
  const base = world.world.state.header.timestamp
  return {
    assets: assets.map(({ rate: __, oneShare: ___, ...entry }) => ({
      ...entry,
      paid: paid.steps.reduce(
        (sum, step) => (step.kind !== 'wait' && step.asset === entry.asset ? sum + step.paid : sum),
        0n,
      ),
    })),
    unwinds: gathered.unwinds,
    batch: gathered.batch,
    payments: paid.steps,
    unpaid: paid.unpaid,
    blocked: gathered.blocked,
    unreached: gathered.unreached,
    afterSeconds: last === undefined ? null : last.block.timestamp - base,
    counts: world.counts(),
  }
}

type GatheredOn = Gathered & {
  readonly unwinds: readonly UnwindStep[]
  readonly batch: UnwindBatch | null
  readonly world: DrillWorld
}

async function gatherFor(
  world: DrillWorld,
  query: DrillQuery,
  assets: readonly DrilledAsset[],
): Promise<GatheredOn> {
  // A buffer pays the whole of a withdrawal: money that lies idle is not asked.
  const lacking = assets.flatMap(({ asset, buffer, need }) =>
    buffer === null && need !== null ? [{ asset, need }] : [],
  )
  const { manager, strategist, sources, payer } = query
  const context = { vault: payer.vault, manager, strategist, sources }
  const gatherOn = async (on: DrillWorld): Promise<Gathered> => {
    const parts: Gathered[] = []
    for (const { asset, need } of lacking) parts.push(await gather(on, context, { asset, need }))
    return {
      steps: parts.flatMap(({ steps }) => steps),
      blocked: parts.flatMap(({ blocked }) => blocked),
      unreached: parts.flatMap(({ unreached }) => unreached),
    }
  }
  if (query.unwinding === 'steps') {
    const gathered = await gatherOn(world)
    return { ...gathered, unwinds: gathered.steps, batch: null, world }
  }
  const together = await gatherOn(world.branch('stay'))
  const [first] = together.steps
  if (first === undefined) return { ...together, unwinds: [], batch: null, world }
  const data = encodeManage(together.steps.flatMap(({ manageCalls }) => manageCalls))
  const call = { ...first.call, data }
  const block = world.next()
  const measure = { token: first.asset, holder: payer.vault }
  const { stop } = await world.commit([call], measure)
  const batch = { block, call, stop }
  return { ...together, unwinds: stop === null ? together.steps : [], batch, world }
}

async function payFor(
  world: DrillWorld,
  { payer }: DrillQuery,
  {
    requests,
    assets,
  }: {
    readonly requests: readonly QueuedRequest[]
    readonly assets: readonly PricedAsset[]
  },
): Promise<Payments> {
  if (requests.length > 0) return payRequests(world, payer, requests)
  const parts: Payments[] = []
  for (const { asset, demand: amount, rate, oneShare } of assets)
    if (rate !== null) parts.push(await payAmount(world, payer, { asset, amount, rate, oneShare }))
  return {
    steps: parts.flatMap(({ steps }) => steps),
    unpaid: parts.flatMap(({ unpaid }) => unpaid),
  }
}
