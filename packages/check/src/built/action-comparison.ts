import { type Address, isAddressText, isSameAddress } from '@vaultwright/base'
import { droneTargetOf, parseSignature, selectorOf } from '@vaultwright/manager'
import { type ApprovalCall, approvalIn, isUnlimited, needOf } from '@vaultwright/packet'
import {
  type Action,
  type ActionInputValues,
  actionOf,
  actionsOfCall,
  type DecodedAction,
  encodeAction,
  type ReadableCall,
  readingsOfCall,
} from '@vaultwright/protocols'
import type { UnitLookup } from '@vaultwright/registry'
import { compareValue, plainText } from './requested-value.ts'

/** An action as it was asked for. */
export type RequestedAction = {
  readonly route: string
  readonly params: Readonly<Record<string, string>>
}

/** The comparison of calls with the request. */
export type RequestComparison = {
  /** Why the calls are not what was asked for; empty when they are. */
  readonly problems: readonly string[]
  /** The facts that the calldata alone cannot show. */
  readonly notes: readonly string[]
  /** Why a requested value could not be compared, a sentence each; empty when all were. */
  readonly uncompared: readonly string[]
}

/** The context in which calls are compared. */
export type ComparisonContext = {
  readonly vault: Address
  readonly units: UnitLookup
}

/**
 * Compares calls with the actions that were asked for: each is there once, in order, with its values, and
 * every other call is an approval that one of them needs.
 *
 * A tree permits more than was asked for. Only this comparison shows that a permitted call is the one that
 * you wanted.
 */
export function compareActions(
  calls: readonly ReadableCall[],
  asked: readonly RequestedAction[],
  context: ComparisonContext,
): RequestComparison {
  const problems: string[] = []
  const notes: string[] = []
  const uncompared: string[] = []
  const decoded: DecodedAction[] = []
  let isUnread = false
  const matched = new Set<number>()
  let from = 0
  for (const [index, action] of asked.entries()) {
    const place = asked.length === 1 ? '' : `Action ${index + 1}: `
    const match = findCall(calls, action, { from, context })
    if (match === null) {
      problems.push(`${place}no call does ${action.route}, which you asked for.`)
      continue
    }
    matched.add(match.index)
    from = match.index + 1
    if (match.decoded !== null) decoded.push(match.decoded)
    else if (match.problems.length === 0) isUnread = true
    problems.push(...match.problems.map((problem) => place + problem))
    notes.push(...match.notes.map((note) => place + note))
    uncompared.push(...match.uncompared.map((reason) => place + reason))
  }
  for (const [index, call] of calls.entries()) {
    if (matched.has(index)) continue
    const approval = approvalIn(call)
    if (approval === null) problems.push(`You did not ask for call ${index}.`)
    if (approval === null || approval.amount === 0n) continue
    const need = needOf(approval, decoded)
    if (need === 'needed') {
      if (isUnlimited(approval)) notes.push(`Call ${index} approves ${approvalText(approval)}.`)
    } else if (need === 'open' || isUnread) {
      uncompared.push(
        `Call ${index} approves ${approvalText(approval)}: the calldata does not show that your actions take it. Compare it yourself.`,
      )
    } else problems.push(`Call ${index} approves what your actions do not need.`)
  }
  return { problems, notes, uncompared }
}

function approvalText(approval: ApprovalCall): string {
  const { token, spender, amount } = approval
  const shown = isUnlimited(approval) ? 'without a limit' : `${amount} base units of it`
  return `${token} to ${spender}, ${shown}`
}

/** Lists the accounts other than the vault that were asked to act. */
export function actorsOf(asked: readonly RequestedAction[], vault: Address): readonly Address[] {
  return asked.flatMap(({ route, params }) => {
    const action = actionOf(route)
    const account = action === null ? undefined : params[accountKeyOf(action)]
    if (account === undefined || isSameAddress(account as Address, vault)) return []
    return [account as Address]
  })
}

/** Under which name a request says who acts. */
function accountKeyOf({ parameters }: Action): 'acting_account' | 'account' {
  return 'account' in parameters ? 'acting_account' : 'account'
}

type CallMatch = RequestComparison & {
  readonly index: number
  /** Null where the calldata cannot be read back as the action. */
  readonly decoded: DecodedAction | null
}

/** The first call that is all that was asked for; else the first that does the action. */
function findCall(
  calls: readonly ReadableCall[],
  asked: RequestedAction,
  { from, context }: { readonly from: number; readonly context: ComparisonContext },
): CallMatch | null {
  let nearest: CallMatch | null = null
  for (let index = from; index < calls.length; index++) {
    const call = calls[index]!
    const readings = actionsOfCall(call).filter(({ action }) => action.route === asked.route)
    for (const decoded of readings) {
      const match = { index, decoded, ...compareCall(call, decoded, { asked, context }) }
      if (match.problems.length === 0) return match
      nearest ??= match
    }
    if (readings.length > 0 || nearest !== null || !isOfFunction(call, asked.route)) continue
    const reading = readingsOfCall(call).find(({ action }) => action.route === asked.route)
    const decoded = reading === undefined ? null : completedBy(asked, reading, call)
    if (decoded !== null) {
      nearest = { index, decoded, ...compareCall(call, decoded, { asked, context }) }
      continue
    }
    nearest =
      reading !== undefined
        ? notAsMade(index, asked.route)
        : {
            index,
            decoded: null,
            problems: [],
            notes: [],
            uncompared: [
              `call ${index} cannot be read back as ${asked.route}: compare it yourself.`,
            ],
          }
  }
  return nearest
}

/**
 * Reads a call as an action whose arguments are worked out of values that calldata does not hold, such as the place of
 * a coin in a list.
 *
 * @returns null unless the action makes exactly this calldata with the accounts that were asked for.
 */
function completedBy(
  { params }: RequestedAction,
  { action, values }: DecodedAction,
  { data }: ReadableCall,
): DecodedAction | null {
  const accounts = Object.entries(action.parameters).flatMap(([name, { kind }]) => {
    const items = params[name]?.split(',') ?? []
    const isAccounts = items.length > 0 && items.every((item) => isAddressText(item))
    if (values[name] !== undefined || !isAccounts) return []
    return [[name, kind === 'tokens' ? items : items[0]!]]
  })
  const completed = { ...values, ...Object.fromEntries(accounts) }
  try {
    const calldata = encodeAction(action, completed as ActionInputValues)
    return calldata.toLowerCase() === data.toLowerCase() ? { action, values: completed } : null
  } catch {
    return null
  }
}

/** The problem of a value that the action sets itself: the call has another value. */
function notAsMade(index: number, route: string): CallMatch {
  const problems = [`call ${index} has a value that ${route} never has.`]
  return { index, decoded: null, problems, notes: [], uncompared: [] }
}

function isOfFunction({ data }: ReadableCall, route: string): boolean {
  const action = actionOf(route)
  if (action === null) return false
  const { canonical } = parseSignature(action.signature)
  return data.slice(0, 10).toLowerCase() === selectorOf(canonical)
}

function compareCall(
  call: ReadableCall,
  { action, values }: DecodedAction,
  {
    asked: requestedAction,
    context,
  }: { readonly asked: RequestedAction; readonly context: ComparisonContext },
): RequestComparison {
  const problems: string[] = []
  const notes: string[] = []
  const uncompared: string[] = []
  const { parameters } = action
  const account = accountKeyOf(action)
  const drone = droneTargetOf(call.data) === null ? null : call.target
  const actor = drone ?? context.vault
  const expected = (requestedAction.params[account] ?? context.vault) as Address
  const { self } = values
  if (!isSameAddress(actor, expected))
    problems.push(`${actor} acts, and you asked for ${expected}.`)
  if (typeof self === 'string' && !isSameAddress(self as Address, actor))
    problems.push(`It acts for ${self}, not for ${actor}.`)
  const tokenOf = (name: string) => {
    const token = values[name]
    return typeof token === 'string' ? (token as Address) : null
  }
  for (const [name, text] of Object.entries(requestedAction.params)) {
    if (name === account) continue
    const parameter = parameters[name]
    if (parameter === undefined) {
      uncompared.push(`${name} ${text} was worked into other values by the service: read them.`)
      continue
    }
    const value = values[name]
    const comparison = compareValue({ name, text, parameter, value, tokenOf, units: context.units })
    if (comparison.kind === 'other') problems.push(comparison.problem)
    if (comparison.kind === 'open') uncompared.push(comparison.reason)
  }
  for (const [name, value] of Object.entries(values)) {
    if (
      name === 'self' ||
      requestedAction.params[name] !== undefined ||
      parameters[name] === undefined
    )
      continue
    notes.push(`${name} was left to the service: it is ${plainText(value)}.`)
  }
  return { problems, notes, uncompared }
}
