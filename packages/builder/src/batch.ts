import { BaseError, type Finding } from '@vaultwright/base'
import { type AbiValue, encodeFlashLoanUserData } from '@vaultwright/manager'
import { protocolOf } from '@vaultwright/protocols'
import { type AllowanceEvent, approvalCallOf, needsOf } from './approval.ts'
import { type ApprovalPlan, planOf } from './approval-plan.ts'
import { approvalSentenceOf } from './approval-sentence.ts'
import type { BuildInside, Desk } from './desk.ts'
import { type Filled, fill } from './fill.ts'
import { learnForRoutes } from './learn.ts'
import {
  amountNotes,
  leastNotes,
  type OwnCall,
  ownCallOf,
  setsOf,
  standingFor,
} from './own-call.ts'
import type { Problem } from './problem.ts'
import { assumptionsOf, type ProvenCall, proveCall } from './prove.ts'
import type { ActionRequest } from './request.ts'
import { selectionOf } from './selection.ts'
import { sentenceOf } from './sentence.ts'

/** What came of one request. */
export type BuiltAction = {
  readonly route: string
  /** Name of the action. */
  readonly name: string
  readonly protocol: string
  readonly protocolTitle: string
  readonly protocolAppUrl: string | null
  readonly description: string
  /** Every value of the action, in base units. */
  readonly values: Readonly<Record<string, AbiValue>>
  readonly warnings: readonly Finding[]
  /** Its approvals, then its own call. */
  readonly calls: readonly ProvenCall[]
  /** What runs inside of it, proven against the Manager's own root; none but for flash loans. */
  readonly inside: readonly BuiltAction[]
}

/** A request, and where it stands for its problems. */
export type PlacedRequest = { readonly request: ActionRequest; readonly loc: Problem['loc'] }

/** A batch that was built, or every problem of its requests. */
export type Batch = {
  readonly problems: readonly Problem[]
  readonly actions: readonly BuiltAction[]
  /** In the order in which they run. */
  readonly calls: readonly ProvenCall[]
  /** What the batch does to allowances. */
  readonly events: readonly AllowanceEvent[]
}

/**
 * Builds the calls of requests: selected, filled in, approved, proven.
 *
 * @param desk - the context, and one reader of the chain.
 * @param placed - requests in order.
 * @returns the calls, or every problem of every request.
 * @throws {RouteNotPermittedError} {LeafMissingError} {ActionRefusedError} when something is not permitted.
 * @throws {ManagerTreeMissingError} when actions run inside another and nobody gave the tree that proves them.
 */
export async function buildBatch(found: Desk, placed: readonly PlacedRequest[]): Promise<Batch> {
  const desk = await informed(found, placed)
  const drafts = await Promise.all(placed.map((one, at) => draftOf(desk, one, at)))
  const problems = drafts.flatMap((draft) => draft.problems)
  const ready = drafts.flatMap(({ ready }) => ready ?? [])
  const events = ready.flatMap((one, at) => eventsOf(one, at))
  if (problems.length > 0) return { problems, actions: [], calls: [], events }
  const plan = await planOf(desk, events)
  const actions = await Promise.all(ready.map((one, at) => finish(desk, one, { plan, at })))
  return { problems, actions, calls: actions.flatMap(({ calls }) => calls), events }
}

/** Knows what the wished routes need and the chain alone tells. */
async function informed(desk: Desk, placed: readonly PlacedRequest[]): Promise<Desk> {
  const { context, ask } = desk
  if (ask === null) return desk
  const routes = new Set(placed.map(({ request }) => request.route))
  const knowledge = await learnForRoutes(context, routes, ask)
  return knowledge === context.knowledge ? desk : { ...desk, context: { ...context, knowledge } }
}

/** An action whose call is known. */
type Ready = { readonly filled: Filled; readonly call: OwnCall; readonly inside: Batch | null }

type Draft = { readonly problems: readonly Problem[]; readonly ready: Ready | null }

async function draftOf(desk: Desk, { request, loc }: PlacedRequest, at: number): Promise<Draft> {
  const { selection, problems } = selectionOf(request, { context: desk.context, loc })
  if (selection === null) return { problems, ready: null }
  let inner: Batch | null = null
  const inside: BuildInside = async (requests, place) => {
    inner = await buildInside(
      desk,
      requests.map((one, index) => ({ request: one, loc: [...place, index] })),
    )
    return { problems: inner.problems, data: encodeFlashLoanUserData(inner.calls) }
  }
  const more = await fill(
    selection,
    { desk, loc, isFirst: at === 0 && desk.allowances === 'chain', inside },
    problems,
  )
  if (more.filled === null) return { problems: more.problems, ready: null }
  try {
    return {
      problems: [],
      ready: { filled: more.filled, call: ownCallOf(more.filled), inside: inner },
    }
  } catch (error) {
    // Values may be such that no call can be made of them.
    if (!(error instanceof BaseError)) throw error
    const msg = error.shortMessage
    return {
      problems: [{ loc: [...loc, 'params'], msg, type: 'value_error', ctx: error.facts }],
      ready: null,
    }
  }
}

async function buildInside(desk: Desk, placed: readonly PlacedRequest[]): Promise<Batch> {
  const { managerTree } = desk.context
  if (managerTree === null) throw new ManagerTreeMissingError()
  const context = { ...desk.context, tree: managerTree }
  return buildBatch({ ...desk, context, allowances: 'unknown' }, placed)
}

/** What an action needs, what runs inside of it, what it sets itself. */
function eventsOf({ filled, call, inside }: Ready, at: number): readonly AllowanceEvent[] {
  const touched = (inside?.events ?? []).map(
    ({ pair }): AllowanceEvent => ({ kind: 'set', at, pair, amount: null }),
  )
  return [...needsOf(filled, at), ...touched, ...setsOf(filled, call, at)]
}

type Turn = { readonly plan: ApprovalPlan; readonly at: number }

async function finish(
  desk: Desk,
  { filled, call, inside }: Ready,
  { plan, at }: Turn,
): Promise<BuiltAction> {
  const { tree } = desk.context
  const { action, combination } = filled.selection
  const { route } = action
  const { drone } = combination.permissions[0]!
  const planned = plan.planned.filter((one) => one.at === at)
  const approvals = await Promise.all(
    planned.map(async (one) => {
      const { drone } = one.pair
      const told = { description: await approvalSentenceOf(one, desk), standing: null, reads: {} }
      return proveCall({ ...approvalCallOf(one), ...told, value: 0n, route, drone }, tree)
    }),
  )
  const standing = standingFor(filled, call.value, tree)
  const description = await sentenceOf(filled, desk)
  const reads = action.reads(filled.values)
  const own = proveCall({ ...call, route, drone, standing, reads, description }, tree)
  const protocol = protocolOf(action.protocol)
  return {
    route,
    name: action.name,
    protocol: action.protocol,
    protocolTitle: protocol?.title ?? action.protocol,
    protocolAppUrl: protocol?.appUrl ?? null,
    description,
    values: filled.values,
    warnings: [
      ...filled.warnings,
      ...plan.warnings.filter((one) => one.at === at).map(({ at: _, ...warning }) => warning),
      ...amountNotes(filled),
      ...leastNotes(filled),
      ...[...approvals, own].flatMap(assumptionsOf),
    ],
    calls: [...approvals, own],
    inside: inside?.actions ?? [],
  }
}

/** Actions run inside another, and nobody gave the tree that proves them. */
export class ManagerTreeMissingError extends BaseError {
  override readonly code = 'manager_tree_missing'

  constructor() {
    super({
      message:
        "Actions inside a flash loan are proven against the Manager's own root, and its tree was not given. Give that tree (--manager-tree on the command line); it is often the strategist's own.",
    })
  }
}
