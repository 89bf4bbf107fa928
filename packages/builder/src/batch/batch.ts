import { BaseError, type Finding } from '@vaultwright/base'
import { type AbiValue, encodeFlashLoanUserData } from '@vaultwright/manager'
import { protocolOf } from '@vaultwright/protocols'
import { preparationSteps, runSteps } from '../permission/permission-index.ts'
import type { BuildInside, BuildSession } from '../resolve/build-session.ts'
import { fetchRouteFacts } from '../resolve/fetch-facts.ts'
import type { ParameterProblem } from '../resolve/problem.ts'
import { type ResolvedAction, resolveAction } from '../resolve/resolve-action.ts'
import { type Selection, selectionOf } from '../resolve/selection.ts'
import type { ActionRequest } from '../value/request.ts'
import {
  type ActionCall,
  actionCallOf,
  amountNotes,
  leafSlotFor,
  minimumNotes,
  setsOf,
} from './action-call.ts'
import { type AllowanceEvent, approvalCallOf, needsOf, type PlannedApproval } from './approval.ts'
import { type ApprovalPlan, planOf } from './approval-plan.ts'
import { assumptionsOf, type ProvenCall, proveCall } from './prove.ts'
import { approvalSentenceOf, sentenceOf } from './sentence.ts'

/** The result of one request. */
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
  /** The actions inside of it, proven against the Manager's own root; none but for flash loans. */
  readonly inside: readonly BuiltAction[]
}

/** A request, and where it stands for its problems. */
export type LocatedRequest = {
  readonly request: ActionRequest
  readonly loc: ParameterProblem['loc']
}

/** A batch that was built, or every problem of its requests. */
export type BuiltBatch = {
  readonly problems: readonly ParameterProblem[]
  readonly actions: readonly BuiltAction[]
  /** In the order in which they run. */
  readonly calls: readonly ProvenCall[]
  /** The effects of the batch on allowances. */
  readonly events: readonly AllowanceEvent[]
}

/**
 * Builds the calls of requests: selected, filled in, approved, proven.
 *
 * @throws {RouteNotPermittedError} {LeafMissingError} {ActionRefusedError} when something is not permitted.
 * @throws {ManagerTreeMissingError} when actions run inside another and the tree that proves them is not given.
 */
export async function buildBatch(
  initial: BuildSession,
  located: readonly LocatedRequest[],
): Promise<BuiltBatch> {
  await prepare(initial, located)
  const session = await enrichContext(initial, located)
  if (session !== initial) await prepare(session, located)
  const selected: Selected[] = []
  for (const { request, loc } of located) {
    await yieldToEventLoop(session)
    selected.push({ ...selectionOf(request, { context: session.context, loc }), loc })
  }
  const drafts = await draftsOf(session, selected)
  const problems = drafts.flatMap((draft) => draft.problems)
  const ready = drafts.flatMap(({ ready }) => ready ?? [])
  const events = ready.flatMap((one, at) => eventsOf(one, at))
  if (problems.length > 0) return { problems, actions: [], calls: [], events }
  const plan = await planOf(session, events)
  const described = await Promise.all(ready.map((one, at) => describe(session, one, { plan, at })))
  const actions: BuiltAction[] = []
  for (const action of described) {
    await yieldToEventLoop(session)
    actions.push(finishAction(session, action, plan))
  }
  return { problems, actions, calls: actions.flatMap(({ calls }) => calls), events }
}

/** Reads the tree with pauses, where there are any: what follows finds it read. */
async function prepare(
  { context }: BuildSession,
  located: readonly LocatedRequest[],
): Promise<void> {
  if (context.pause === undefined) return
  const routes = located.map(({ request }) => request.route)
  await runSteps(preparationSteps(context, routes), context.pause)
}

async function yieldToEventLoop({ context }: BuildSession): Promise<void> {
  const waits = context.pause?.() ?? null
  if (waits !== null) await waits
}

/** Knows what the wished routes need and the chain alone tells. */
async function enrichContext(
  session: BuildSession,
  located: readonly LocatedRequest[],
): Promise<BuildSession> {
  const { context, readContract } = session
  if (readContract === null) return session
  const routes = new Set(located.map(({ request }) => request.route))
  const knownFacts = await fetchRouteFacts(context, routes, readContract)
  return knownFacts === context.knownFacts
    ? session
    : { ...session, context: { ...context, knownFacts } }
}

/** An action whose call is known. */
type PreparedAction = {
  readonly resolved: ResolvedAction
  readonly call: ActionCall
  readonly inside: BuiltBatch | null
}

type ActionPreparation = {
  readonly problems: readonly ParameterProblem[]
  readonly ready: PreparedAction | null
}

/** The selection of a request, or the reason that it is not clear. */
type Selected = Pick<LocatedRequest, 'loc'> & {
  readonly selection: Selection | null
  readonly problems: readonly ParameterProblem[]
}

/** Questions of all actions travel together; without a chain each action waits for the one before it. */
async function draftsOf(
  session: BuildSession,
  selected: readonly Selected[],
): Promise<readonly ActionPreparation[]> {
  if (session.readContract !== null)
    return Promise.all(selected.map((one, at) => prepareAction(session, one, at)))
  const drafts: ActionPreparation[] = []
  for (const [index, request] of selected.entries()) {
    await yieldToEventLoop(session)
    drafts.push(await prepareAction(session, request, index))
  }
  return drafts
}

async function prepareAction(
  session: BuildSession,
  { selection, problems, loc }: Selected,
  at: number,
): Promise<ActionPreparation> {
  if (selection === null) return { problems, ready: null }
  let inner: BuiltBatch | null = null
  const inside: BuildInside = async (requests, innerLoc) => {
    inner = await buildInside(
      session,
      requests.map((one, index) => ({ request: one, loc: [...innerLoc, index] })),
    )
    return { problems: inner.problems, data: encodeFlashLoanUserData(inner.calls) }
  }
  const more = await resolveAction(
    selection,
    { session, loc, isFirst: at === 0 && session.allowances === 'chain', inside },
    problems,
  )
  if (more.resolved === null) return { problems: more.problems, ready: null }
  try {
    return {
      problems: [],
      ready: { resolved: more.resolved, call: actionCallOf(more.resolved), inside: inner },
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

async function buildInside(
  session: BuildSession,
  located: readonly LocatedRequest[],
): Promise<BuiltBatch> {
  const { managerTree } = session.context
  if (managerTree === null) throw new ManagerTreeMissingError()
  const context = { ...session.context, tree: managerTree }
  return buildBatch({ ...session, context, allowances: 'unknown' }, located)
}

/** The allowances that an action needs, that run inside of it, and that it sets itself. */
function eventsOf(
  { resolved, call, inside }: PreparedAction,
  at: number,
): readonly AllowanceEvent[] {
  const touched = (inside?.events ?? []).map(
    ({ pair }): AllowanceEvent => ({ kind: 'set', at, pair, amount: null }),
  )
  return [...needsOf(resolved, at), ...touched, ...setsOf(resolved, call, at)]
}

type BatchPosition = { readonly plan: ApprovalPlan; readonly at: number }

/** An action whose calls have their sentences. */
type Described = {
  readonly ready: PreparedAction
  readonly at: number
  readonly approvals: readonly { readonly planned: PlannedApproval; readonly sentence: string }[]
  readonly description: string
}

async function describe(
  session: BuildSession,
  ready: PreparedAction,
  { plan, at: index }: BatchPosition,
): Promise<Described> {
  const approvals = await Promise.all(
    plan.planned
      .filter((one) => one.at === index)
      .map(async (planned) => ({ planned, sentence: await approvalSentenceOf(planned, session) })),
  )
  return { ready, at: index, approvals, description: await sentenceOf(ready.resolved, session) }
}

function finishAction(
  session: BuildSession,
  described: Described,
  plan: ApprovalPlan,
): BuiltAction {
  const { ready, at: index, description } = described
  const { resolved, call, inside } = ready
  const { tree } = session.context
  const { action, combination } = resolved.selection
  const { route } = action
  const { drone } = combination.permissions[0]!
  const approvals = described.approvals.map(({ planned, sentence }) => {
    const { drone } = planned.pair
    const outline = { description: sentence, leafSlot: null, reads: {} }
    return proveCall({ ...approvalCallOf(planned), ...outline, value: 0n, route, drone }, tree)
  })
  const leafSlot = leafSlotFor(resolved, call.value, tree)
  const reads = action.reads(resolved.values)
  const proven = proveCall({ ...call, route, drone, leafSlot, reads, description }, tree)
  const protocol = protocolOf(action.protocol)
  return {
    route,
    name: action.name,
    protocol: action.protocol,
    protocolTitle: protocol?.title ?? action.protocol,
    protocolAppUrl: protocol?.appUrl ?? null,
    description,
    values: resolved.values,
    warnings: [
      ...resolved.warnings,
      ...plan.warnings.filter((one) => one.at === index).map(({ at: _, ...warning }) => warning),
      ...amountNotes(resolved),
      ...minimumNotes(resolved),
      ...[...approvals, proven].flatMap(assumptionsOf),
    ],
    calls: [...approvals, proven],
    inside: inside?.actions ?? [],
  }
}

/** Actions run inside another, and the tree that proves them is not given. */
class ManagerTreeMissingError extends BaseError {
  override readonly code = 'manager_tree_missing'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message:
        "Actions inside a flash loan are proven against the Manager's own root, and its tree was not given. Give that tree (--manager-tree on the command line); it is often the strategist's own.",
    })
  }
}
