import { BaseError, type Finding } from '@vaultwright/base'
import { type AbiValue, encodeFlashLoanUserData } from '@vaultwright/manager'
import { protocolOf } from '@vaultwright/protocols'
import { type AllowanceEvent, approvalCallOf, needsOf, type PlannedApproval } from './approval.ts'
import { type ApprovalPlan, planOf } from './approval-plan.ts'
import { approvalSentenceOf } from './approval-sentence.ts'
import type { BuildInside, Desk } from './desk.ts'
import { type Filled, fill } from './fill.ts'
import { preparationSteps, runSteps } from './ground.ts'
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
import { type Selection, selectionOf } from './selection.ts'
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
  await prepare(found, placed)
  const desk = await informed(found, placed)
  if (desk !== found) await prepare(desk, placed)
  const selected: Selected[] = []
  for (const { request, loc } of placed) {
    await rest(desk)
    selected.push({ ...selectionOf(request, { context: desk.context, loc }), loc })
  }
  const drafts = await draftsOf(desk, selected)
  const problems = drafts.flatMap((draft) => draft.problems)
  const ready = drafts.flatMap(({ ready }) => ready ?? [])
  const events = ready.flatMap((one, at) => eventsOf(one, at))
  if (problems.length > 0) return { problems, actions: [], calls: [], events }
  const plan = await planOf(desk, events)
  const described = await Promise.all(ready.map((one, at) => describe(desk, one, { plan, at })))
  const actions: BuiltAction[] = []
  for (const one of described) {
    await rest(desk)
    actions.push(finish(desk, one, plan))
  }
  return { problems, actions, calls: actions.flatMap(({ calls }) => calls), events }
}

/** Reads the tree with pauses, where there are any: what follows finds it read. */
async function prepare({ context }: Desk, placed: readonly PlacedRequest[]): Promise<void> {
  if (context.pause === undefined) return
  const routes = placed.map(({ request }) => request.route)
  await runSteps(preparationSteps(context, routes), context.pause)
}

async function rest({ context }: Desk): Promise<void> {
  const waits = context.pause?.() ?? null
  if (waits !== null) await waits
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

/** What a request means, or why that is not clear. */
type Selected = Pick<PlacedRequest, 'loc'> & {
  readonly selection: Selection | null
  readonly problems: readonly Problem[]
}

/** Questions of all actions travel together; without a chain each action waits for the one before it. */
async function draftsOf(desk: Desk, selected: readonly Selected[]): Promise<readonly Draft[]> {
  if (desk.ask !== null) return Promise.all(selected.map((one, at) => draftOf(desk, one, at)))
  const drafts: Draft[] = []
  for (const [at, one] of selected.entries()) {
    await rest(desk)
    drafts.push(await draftOf(desk, one, at))
  }
  return drafts
}

async function draftOf(
  desk: Desk,
  { selection, problems, loc }: Selected,
  at: number,
): Promise<Draft> {
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

/** An action whose calls have their sentences. */
type Described = {
  readonly ready: Ready
  readonly at: number
  readonly approvals: readonly { readonly planned: PlannedApproval; readonly sentence: string }[]
  readonly description: string
}

async function describe(desk: Desk, ready: Ready, { plan, at }: Turn): Promise<Described> {
  const approvals = await Promise.all(
    plan.planned
      .filter((one) => one.at === at)
      .map(async (planned) => ({ planned, sentence: await approvalSentenceOf(planned, desk) })),
  )
  return { ready, at, approvals, description: await sentenceOf(ready.filled, desk) }
}

function finish(desk: Desk, described: Described, plan: ApprovalPlan): BuiltAction {
  const { ready, at, description } = described
  const { filled, call, inside } = ready
  const { tree } = desk.context
  const { action, combination } = filled.selection
  const { route } = action
  const { drone } = combination.permissions[0]!
  const approvals = described.approvals.map(({ planned, sentence }) => {
    const { drone } = planned.pair
    const told = { description: sentence, standing: null, reads: {} }
    return proveCall({ ...approvalCallOf(planned), ...told, value: 0n, route, drone }, tree)
  })
  const standing = standingFor(filled, call.value, tree)
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
