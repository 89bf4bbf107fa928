import { type Address, type Finding, memoize } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Action, ActionParameter } from '@vaultwright/protocols'
import { type BuildInside, type BuildSession, chainHintOf } from './build-session.ts'
import { type ParameterProblem, problemAt } from './problem.ts'
import type { Selection } from './selection.ts'

/** The inputs of resolved values. */
export type ResolveContext = {
  readonly session: BuildSession
  readonly loc: ParameterProblem['loc']
  /** True if no other action of the batch runs before this one. */
  readonly isFirst: boolean
  readonly inside: BuildInside
}

/** The values of one action, resolved one by one. */
export type ActionDraft = {
  readonly selection: Selection
  readonly scope: ResolveContext
  readonly self: Address
  readonly values: Record<string, AbiValue>
  readonly problems: ParameterProblem[]
  readonly warnings: Finding[]
}

/** Lists the parameters of an action by name. */
export const actionParametersOf: (
  action: Action,
) => readonly (readonly [string, ActionParameter])[] = memoize(({ parameters }: Action) =>
  Object.entries(parameters),
)

/** Notes that a parameter was left out and nothing else tells it. */
export function noteMissing(draft: ActionDraft, name: string, why = 'Give it.'): void {
  const msg = `It is missing. ${why}`
  draft.problems.push(problemAt(draft.scope, name, { type: 'missing', msg }))
}

/** Notes that a parameter was left out which a chain would tell, and there is none to ask. */
export function noteUnread(draft: ActionDraft, name: string, say: (hint: string) => string): void {
  const msg = `It is missing. ${say(chainHintOf(draft.scope.session))}`
  draft.problems.push(problemAt(draft.scope, name, { type: 'missing', msg, isReadable: true }))
}

/** Notes what is wrong with a parameter. */
export function noteProblem(
  { scope, problems }: ActionDraft,
  name: string,
  {
    type,
    msg,
    input,
  }: { readonly ok: false; readonly type: string; readonly msg: string; readonly input: unknown },
): void {
  problems.push(problemAt(scope, name, { type, msg, input }))
}

/** Tells whether something is wrong with a parameter already. */
export function isNoted({ problems, scope }: ActionDraft, name: string): boolean {
  const loc = JSON.stringify([...scope.loc, 'params', name])
  return problems.some((problem) => JSON.stringify(problem.loc) === loc)
}

/**
 * Lists the parameters of an action that others are counted by: how long a list must be.
 *
 * @returns the length; null when nothing says it.
 */
export function lengthOf(
  action: Action,
  values: Readonly<Record<string, AbiValue>>,
  unit: unknown,
): number | null {
  const list = typeof unit === 'string' ? values[unit] : null
  if (typeof list === 'object' && list !== null) return list.length
  const name = Object.keys(action.parameters).find(
    (one) => action.parameters[one]!.kind === 'tokens',
  )
  const tokens = name === undefined ? undefined : values[name]
  return typeof tokens === 'object' ? tokens.length : null
}
