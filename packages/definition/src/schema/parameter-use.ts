import {
  type Action,
  type ActionParameter,
  boundSlotsOf,
  type Pattern,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'

/**
 * The use of a parameter in a definition: what leaves bind, what their approvals name, what tells a
 * fact or a bound value, and what only belongs to the thing that is acted on.
 */
export type Use = 'bound' | 'approved' | 'source' | 'identity'

const patterns = new Map<Action, readonly Pattern[]>()
const uses = new Map<Action, ReadonlyMap<string, Use>>()

/**
 * Gives the shapes of an action's leaves, worked out once.
 *
 * @throws {UnpackableActionError} when no rule packs the action's own call.
 */
export function shapesOf(action: Action): readonly Pattern[] {
  const cached = patterns.get(action)
  if (cached !== undefined) return cached
  const madeFrom = patternsOf(action, ruleBook)
  patterns.set(action, madeFrom)
  return madeFrom
}

/**
 * Tells which parameters of an action a definition may name.
 *
 * @returns uses by parameter, in the order that the action declares them.
 */
export function usesOf(action: Action): ReadonlyMap<string, Use> {
  const cached = uses.get(action)
  if (cached !== undefined) return cached
  const bound = new Set(shapesOf(action).flatMap((pattern) => [...boundSlotsOf(pattern)]))
  const approved = new Set(
    action.approvals.flatMap(({ token, spender }) => [token, spender]).filter(isName),
  )
  const needed = new Set([...bound, ...approved])
  const useByName = new Map<string, Use>()
  for (const [name, parameter] of Object.entries(action.parameters)) {
    if (bound.has(name)) useByName.set(name, 'bound')
    else if (approved.has(name)) useByName.set(name, 'approved')
    else if (isSource(name, action, needed)) useByName.set(name, 'source')
    else if (isIdentity(parameter)) useByName.set(name, 'identity')
  }
  uses.set(action, useByName)
  return useByName
}

function isName(word: string): boolean {
  return !word.startsWith('0x')
}

/** A fact of it tells a value that is needed. */
function isSource(name: string, action: Action, needed: ReadonlySet<string>): boolean {
  return Object.entries(action.parameters).some(
    ([other, { fact }]) => fact?.of === name && needed.has(other),
  )
}

/** True if the parameter says which thing is acted on, not how much of it. */
function isIdentity(parameter: ActionParameter): boolean {
  switch (parameter.kind) {
    case 'integer':
      return parameter.isIdentity === true
    case 'account':
    case 'token':
    case 'tokens':
    case 'network':
    case 'word':
      return true
    default:
      return parameter.fact !== undefined
  }
}
