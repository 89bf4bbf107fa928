import { type Address, BaseError, type Finding, type Hex, printHex } from '@vaultwright/base'
import { encodeManageFromTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { BuildContext } from '../permission/permission-index.ts'
import { startBuild } from '../resolve/build-session.ts'
import { InvalidParametersError } from '../resolve/problem.ts'
import type { ActionRequest } from '../value/request.ts'
import { type BuiltAction, buildBatch } from './batch.ts'
import type { ProvenCall } from './prove.ts'

/** Calldata for the Manager, and everything that is in it. */
export type Built = {
  /** Of one `manageVaultWithMerkleVerification`. */
  readonly calldata: Hex
  /** The Manager: where the strategist sends it, with value 0. */
  readonly target: Address
  readonly description: string
  /** Root of the tree that proves the calls. */
  readonly root: Hex
  /** In the order of the requests. */
  readonly actions: readonly BuiltAction[]
  /** In the order in which they run; those inside a flash loan are with its action. */
  readonly provenCalls: readonly ProvenCall[]
  readonly warnings: readonly Finding[]
}

/** The description of a batch of actions, whatever is in it. */
const batchDescription = 'Multiple actions execution'

/**
 * Builds one action: its calls, their leaves and proofs, and the calldata for the Manager.
 *
 * @param context - the tree, whose it is, what is known, the chain, the clock.
 * @param request - route, and parameters as a person gives them: amounts in display units.
 * @throws {InvalidParametersError} with every problem of the parameters at once.
 * @throws {UnknownRouteError} {RouteNotPermittedError} {LeafMissingError} {ActionRefusedError} when it is not permitted.
 * @throws {UnreadableAnswerError} {MissingAnswerError} and what reading throws.
 */
export async function buildAction(context: BuildContext, request: ActionRequest): Promise<Built> {
  const built = await buildAt(context, [{ request, loc: [] }])
  return { ...built, description: built.actions[0]!.description }
}

/**
 * Builds actions as one batch that runs whole or not at all, in their order.
 *
 * @param context - the tree, whose it is, what is known, the chain, the clock.
 * @param requests - at least one.
 * @throws {NoActionsError} when there is none; else as {@link buildAction}.
 */
export async function buildActions(
  context: BuildContext,
  requests: readonly ActionRequest[],
): Promise<Built> {
  if (requests.length === 0) throw new NoActionsError()
  const located = requests.map((request, at) => ({ request, loc: ['actions', at] }))
  return { ...(await buildAt(context, located)), description: batchDescription }
}

type LocatedAction = { readonly request: ActionRequest; readonly loc: readonly (string | number)[] }

async function buildAt(
  context: BuildContext,
  located: readonly LocatedAction[],
): Promise<Omit<Built, 'description'>> {
  const { tree, manager } = context
  const { problems, actions, calls } = await buildBatch(startBuild(context), located)
  if (problems.length > 0) throw new InvalidParametersError(problems)
  const positioned = calls.map(({ target, data, value, slot }) => ({
    target,
    data,
    value,
    position: slot,
  }))
  return {
    calldata: encodeManageFromTree(tree, positioned),
    target: manager,
    root: printHex(rootOf(tree.tree)),
    actions,
    provenCalls: calls,
    warnings: actions.flatMap(warningsOf),
  }
}

/** Of an action, and of what runs inside of it. */
function warningsOf({ warnings, inside }: BuiltAction): readonly Finding[] {
  return [...warnings, ...inside.flatMap(warningsOf)]
}

/** A batch has no action. */
class NoActionsError extends BaseError {
  override readonly code = 'no_actions'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'No actions provided. Give at least one {route, params}.' })
  }
}
