import type { Address, Finding } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Action } from '@vaultwright/protocols'
import { type BuildInside, type BuildSession, chainHintOf } from './build-session.ts'
import { type ParameterProblem, problemAt } from './problem.ts'
import type { Selection } from './selection.ts'

/** What values are filled in with. */
export type ResolveContext = {
  readonly session: BuildSession
  readonly loc: ParameterProblem['loc']
  /** Whether other actions of the batch run before this one. */
  readonly isFirst: boolean
  readonly inside: BuildInside
}

/** A sheet that is filled in value by value. */
export type ActionDraft = {
  readonly selection: Selection
  readonly scope: ResolveContext
  readonly self: Address
  readonly values: Record<string, AbiValue>
  readonly problems: ParameterProblem[]
  readonly warnings: Finding[]
}

/**
 * Notes that a parameter was left out and nothing else tells it.
 *
 * @param draft - to note it on.
 * @param name - of the parameter.
 * @param why - what to do instead.
 */
export function noteMissing(draft: ActionDraft, name: string, why = 'Give it.'): void {
  const msg = `It is missing. ${why}`
  draft.problems.push(problemAt(draft.scope, name, { type: 'missing', msg }))
}

/**
 * Notes that a parameter was left out which a chain would tell, and there is none to ask.
 *
 * @param draft - to note it on.
 * @param name - of the parameter.
 * @param say - the sentence with what to do, around how a chain can be given.
 */
export function noteUnread(draft: ActionDraft, name: string, say: (hint: string) => string): void {
  const msg = `It is missing. ${say(chainHintOf(draft.scope.session))}`
  draft.problems.push(problemAt(draft.scope, name, { type: 'missing', msg, isReadable: true }))
}

/**
 * Notes what is wrong with a parameter.
 *
 * @param draft - to note it on.
 * @param name - of the parameter.
 * @param wrong - what is wrong, and what was given.
 */
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

/**
 * Tells whether something is wrong with a parameter already.
 *
 * @param draft - with its problems.
 * @param name - of the parameter.
 * @returns true when it was noted.
 */
export function isNoted({ problems, scope }: ActionDraft, name: string): boolean {
  const loc = JSON.stringify([...scope.loc, 'params', name])
  return problems.some((problem) => JSON.stringify(problem.loc) === loc)
}

/**
 * Lists the parameters of an action that others are counted by: how long a list must be.
 *
 * @param action - the action.
 * @param values - as far as they are known.
 * @param unit - of the amounts.
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
