import { type Address, isSameAddress } from '@vaultwright/base'
import type { ManageCall } from '@vaultwright/manager'
import type { DrillBlock, DrillCall, DrillRun, DrillStop, DrillWorld } from '@vaultwright/outcome'
import type { ExitRoute } from '@vaultwright/protocols'
import { findMost } from './search.ts'
import {
  type ExitSource,
  encodeSource,
  type MissingLeaf,
  manageCallsOf,
  type SourceAmount,
  withForward,
} from './source.ts'

/** A position that is left, wholly or in part. */
export type UnwindStep = {
  readonly kind: 'unwind'
  readonly block: DrillBlock
  readonly call: DrillCall
  /** The calls of the Manager in it, for a batch of several steps. */
  readonly manageCalls: readonly ManageCall[]
  readonly route: string
  readonly holder: Address
  readonly asset: Address
  /** As the action takes it; `paid` counts. */
  readonly amount: bigint
  /** Base units by which the money of the vault rose. */
  readonly paid: bigint
  /** The reason that it is not more: the same call with one unit more, and what refuses it. Null where nothing does. */
  readonly cap: { readonly call: DrillCall; readonly stop: DrillStop } | null
}

/** A position that pays nothing: every amount that was tried is refused. */
export type BlockedSource = {
  readonly route: string
  readonly holder: Address
  readonly asset: Address
  /** Base units that it counts. */
  readonly worth: bigint
  readonly call: DrillCall
  readonly stop: DrillStop
}

/** A position that no leaf in force leaves. */
export type UnreachedSource = {
  readonly route: string
  readonly holder: Address
  readonly asset: Address
  readonly worth: bigint
  readonly missing: readonly MissingLeaf[]
}

/** Money that was gathered for an asset. */
export type Gathered = {
  readonly steps: readonly UnwindStep[]
  readonly blocked: readonly BlockedSource[]
  readonly unreached: readonly UnreachedSource[]
}

/** The one who unwinds, and where. */
export type UnwindContext = {
  readonly vault: Address
  readonly manager: Address
  readonly strategist: Address
  readonly sources: readonly ExitSource[]
}

/** A position is tried again where rounding left something out. */
const rounds = 2

/**
 * Leaves positions until the vault has so much of an asset, or nothing is left that can be left. Every amount is
 * executed; where a position is refused, the most that succeeds is found to the unit.
 */
export async function gather(
  world: DrillWorld,
  context: UnwindContext,
  { asset, need }: { readonly asset: Address; readonly need: bigint },
): Promise<Gathered> {
  const measure = { token: asset, holder: context.vault }
  const steps: UnwindStep[] = []
  const blocked: BlockedSource[] = []
  const unreached: (UnreachedSource & { readonly key: string })[] = []
  const reached = new Set<string>()
  for (const plain of context.sources) {
    const source = withForward(plain, context.sources, asset)
    for (let round = 0; round < rounds; round += 1) {
      const lacking = need - (await world.balanceOf(measure))
      if (lacking <= 0n) break
      const { exit, holder, binding } = source
      const moment = { atUnix: world.next().timestamp }
      const routes = await world.read(exit.read({ holder, binding }, moment))
      const paying = routes.filter((route) => isSameAddress(route.asset, asset))
      if (paying.length === 0) break
      const key = positionKeyOf(source, asset)
      if (source.leaves === null) {
        const worth = paying.reduce((sum, route) => sum + route.worth, 0n)
        unreached.push({ key, route: exit.route, holder, asset, worth, missing: source.missing })
        break
      }
      reached.add(key)
      const left = await leaveAll(world, { ...context, source, measure }, { need, routes: paying })
      steps.push(...left.steps)
      blocked.push(...left.blocked)
      if (left.steps.length === 0 || left.steps.some(({ cap }) => cap !== null)) break
    }
  }
  const open = unreached.filter(({ key }) => !reached.has(key))
  return { steps, blocked, unreached: open.map(({ key: _, ...source }) => source) }
}

/** A vault that withdraws and redeems is one position: the one leaf that is there leaves it. */
function positionKeyOf({ action, holder, binding }: ExitSource, asset: Address): string {
  return JSON.stringify([action.protocol, holder, asset, binding]).toLowerCase()
}

type LeaveContext = UnwindContext & {
  readonly source: ExitSource
  readonly measure: { readonly token: Address; readonly holder: Address }
}

async function leaveAll(
  world: DrillWorld,
  context: LeaveContext,
  { need, routes }: { readonly need: bigint; readonly routes: readonly ExitRoute[] },
): Promise<Pick<Gathered, 'steps' | 'blocked'>> {
  const steps: UnwindStep[] = []
  const blocked: BlockedSource[] = []
  for (const route of routes) {
    const lacking = need - (await world.balanceOf(context.measure))
    if (lacking <= 0n) break
    const step = await leave(world, context, { route, lacking })
    if (step === null) continue
    if (step.kind === 'unwind') steps.push(step)
    else blocked.push(step)
  }
  return { steps, blocked }
}

async function leave(
  world: DrillWorld,
  context: LeaveContext,
  { route, lacking }: { readonly route: ExitRoute; readonly lacking: bigint },
): Promise<UnwindStep | (BlockedSource & { readonly kind: 'blocked' }) | null> {
  const { source, measure, strategist, manager } = context
  const { exit, holder, binding, drone } = source
  const isWhole = lacking >= route.worth
  const inUnit =
    exit.readAmount === undefined
      ? lacking
      : await world.read(exit.readAmount({ holder, binding }, lacking))
  const wish = isWhole || inUnit === null || inUnit > route.most ? route.most : inUnit
  const amountOf = (amount: bigint): SourceAmount => {
    const isAll = amount === route.most && route.all !== null && drone === null
    const sent = exit.readAmount === undefined ? amount : (amount * route.worth) / route.most
    return { amount: isAll ? route.all : amount, sent, values: route.values }
  }
  const callOf = (amount: bigint): DrillCall => ({
    from: strategist,
    to: manager,
    data: encodeSource(manager, source, amountOf(amount)),
  })
  const runs = new Map<bigint, DrillRun>()
  const tryAmount = async (amount: bigint): Promise<DrillRun> => {
    const run = runs.get(amount) ?? (await world.attempt([callOf(amount)], measure))
    runs.set(amount, run)
    return run
  }
  const { amount, stop } = await findMost(tryAmount, { wish, bound: route.bound })
  const place = { route: exit.route, holder, asset: measure.token }
  if (amount === 0n)
    return { kind: 'blocked', ...place, worth: route.worth, call: callOf(wish), stop: stop! }
  if ((await tryAmount(amount)).paid <= 0n) return null
  const block = world.next()
  const { paid } = await world.commit([callOf(amount)], measure)
  return {
    kind: 'unwind',
    block,
    call: callOf(amount),
    manageCalls: manageCallsOf(manager, source, amountOf(amount)),
    ...place,
    amount,
    paid,
    cap: stop === null ? null : { call: callOf(amount + 1n), stop },
  }
}
