import { type Address, type Finding, isSameAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { ActionInputValues, ActionParameter, AmountParameter } from '@vaultwright/protocols'
import { chainOf, registryNames } from '@vaultwright/registry'
import { isInOrder } from '../permission/combination.ts'
import { isDirect, readSeconds } from '../value/parameter-input.ts'
import { readRequests } from '../value/request.ts'
import { textOfValue } from '../value/value-text.ts'
import {
  type ActionDraft,
  actionParametersOf,
  isNoted,
  noteMissing,
  noteProblem,
  noteUnread,
  type ResolveContext,
} from './action-draft.ts'
import { readFact } from './fetch-facts.ts'
import { type ParameterProblem, problemAt } from './problem.ts'
import { resolveAmount, resolveAmounts } from './resolve-amount.ts'
import { resolveMinimum } from './resolve-minimum.ts'
import type { Selection } from './selection.ts'

/** An action with every value that it needs. */
export type ResolvedAction = {
  readonly selection: Selection
  /** The actor: the vault, or its drone. */
  readonly self: Address
  readonly values: ActionInputValues
  readonly warnings: readonly Finding[]
}

/**
 * Resolves every value of an action: given, read from the chain, or by default.
 *
 * @throws {UnreadableAnswerError} when a contract answers with something else, and what reading throws.
 */
export async function resolveAction(
  selection: Selection,
  scope: ResolveContext,
  noted: readonly ParameterProblem[],
): Promise<{
  readonly resolved: ResolvedAction | null
  readonly problems: readonly ParameterProblem[]
}> {
  const { vault, manager } = scope.session.context
  const self = selection.combination.permissions[0]!.drone ?? vault
  const draft: ActionDraft = {
    selection,
    scope,
    self,
    values: { ...selection.combination.values, self, manager },
    problems: [...noted],
    warnings: [],
  }
  const parameters = actionParametersOf(selection.action)
  for (const [name, parameter] of parameters) {
    if (!isDirect(parameter) || takesUnasked(draft, name, parameter)) continue
    await resolveDirect(draft, name, parameter)
  }
  checkBelonging(draft)
  const waits: Promise<void>[] = []
  for (const [name, parameter] of parameters) {
    if (parameter.kind === 'amount') waits.push(resolveAmount(draft, name, parameter))
    if (parameter.kind === 'amounts') waits.push(resolveAmounts(draft, name, parameter))
    if (parameter.kind === 'deadline') waits.push(resolveDeadline(draft, name, parameter.fallback))
    if (parameter.kind === 'actions') waits.push(resolveActions(draft, name))
  }
  await Promise.all(waits)
  for (const [name, parameter] of parameters) {
    if (parameter.kind === 'amount' && parameter.quote !== undefined) {
      await resolveQuoted(draft, name, parameter)
    }
  }
  for (const [name, parameter] of parameters) {
    if (parameter.kind === 'minimum' || parameter.kind === 'minimums') {
      await resolveMinimum(draft, name, parameter)
    }
  }
  warnOfOtherChain(draft)
  const { problems, warnings } = draft
  if (problems.length > 0) return { resolved: null, problems }
  return {
    resolved: { selection, self, values: draft.values as ActionInputValues, warnings },
    problems,
  }
}

/** Warns of a given account that the record has on another chain alone. */
function warnOfOtherChain({ selection, scope, warnings }: ActionDraft): void {
  const { chainId, knownFacts } = scope.session.context
  const chain = chainOf(chainId)
  if (chain === null || chain.slug === 'local') return
  for (const [name, { kind }] of actionParametersOf(selection.action)) {
    const account = selection.direct[name]
    if ((kind !== 'account' && kind !== 'token') || typeof account !== 'string') continue
    if (knownFacts.labelOf(account as Address) !== null) continue
    const elsewhere = registryNames(null)(account as Address)
    if (elsewhere === null || registryNames(chainId)(account as Address) !== null) continue
    warnings.push({
      code: 'account_of_another_chain',
      severity: 'warning',
      leaf: null,
      message: `${name} is ${account}, on record as ${elsewhere.text} and not known on ${chain.name}. Check that it is there.`,
      facts: { parameter: name, account },
    })
  }
}

/** Takes a value that is bound, given or by default, where the chain has no say in it: most values, and no promise. */
function takesUnasked(
  { values, selection, scope }: ActionDraft,
  name: string,
  parameter: ActionParameter,
): boolean {
  const isReadFromChain = parameter.fact !== undefined || 'quote' in parameter
  if (isReadFromChain && scope.session.readContract !== null) return false
  const value = values[name] ?? selection.direct[name] ?? fallbackOf(parameter)
  if (value === null) return false
  values[name] = value
  return true
}

async function resolveDirect(
  draft: ActionDraft,
  name: string,
  parameter: ActionParameter,
): Promise<void> {
  const { values, selection, scope, problems } = draft
  if (values[name] !== undefined) return checkFact(draft, name, parameter)
  const direct = selection.direct[name]
  const fact = await readFact(parameter, values, scope.session.readContract)
  // Amounts are counted in a token: one that the chain contradicts would count them wrong.
  const isQuoted = parameter.kind === 'token' || direct === undefined
  const answer = fact ?? (isQuoted ? await readQuote(draft, parameter) : null)
  if (direct !== undefined && answer !== null && textOfValue(direct) !== textOfValue(answer)) {
    const msg = `The chain says ${textOfValue(answer)}. Leave it out, or check the account.`
    const ctx = { expected: textOfValue(answer) }
    problems.push(
      problemAt(scope, name, { type: 'contradicts_chain', msg, input: textOfValue(direct), ctx }),
    )
    return
  }
  const value = direct ?? answer ?? fallbackOf(parameter)
  if (value !== null) {
    values[name] = value
    return
  }
  const isHeldBack =
    'quote' in parameter && scope.session.readContract !== null && problems.length > 0
  if (isHeldBack || isNoted(draft, name)) return
  const isReadable = parameter.fact !== undefined || 'quote' in parameter
  if (!isReadable) return noteMissing(draft, name, 'Give it.')
  if (scope.session.readContract === null)
    return noteUnread(draft, name, (hint) => `Give it, or ${hint}.`)
  noteMissing(draft, name, 'Give it: the chain does not tell.')
}

/** Checks a fact: leaves and lock files count only while the account itself agrees. */
async function checkFact(
  { values, scope, problems }: ActionDraft,
  name: string,
  parameter: ActionParameter,
): Promise<void> {
  const answer = await readFact(parameter, values, scope.session.readContract)
  const givenText = textOfValue(values[name]!)
  if (answer === null || textOfValue(answer) === givenText) return
  const msg = `The chain says ${textOfValue(answer)}, and what is known says ${givenText}. Check the lock file, the definition and the account.`
  const ctx = { expected: textOfValue(answer) }
  problems.push(problemAt(scope, name, { type: 'contradicts_chain', msg, input: givenText, ctx }))
}

function fallbackOf(parameter: ActionParameter): AbiValue | null {
  switch (parameter.kind) {
    case 'word':
    case 'integer':
    case 'flag':
    case 'bytes':
    case 'text':
    case 'raw':
      return parameter.fallback ?? null
    default:
      return null
  }
}

/** Values that must lie within others: a coin among the coins of its pool, an identifier of its account. */
function checkBelonging({ selection, values, scope, problems }: ActionDraft): void {
  for (const [name, parameter] of actionParametersOf(selection.action)) {
    const value = values[name]
    if (typeof value !== 'string') continue
    const unlike = parameter.kind === 'token' ? parameter.unlike : undefined
    const excluded = unlike === undefined ? undefined : values[unlike]
    if (typeof excluded === 'string' && isSameAddress(excluded, value)) {
      const msg = `It is the same as ${unlike}. Give another token.`
      problems.push(problemAt(scope, name, { type: 'same_token', msg, input: value }))
    }
    if (parameter.kind === 'token' && parameter.oneOf !== undefined) {
      const list = values[parameter.oneOf]
      if (typeof list !== 'object') continue
      if (list.some((item) => isSameAddress(String(item), value))) continue
      const msg = `It is none of ${parameter.oneOf}: ${textOfValue(list)}.`
      problems.push(problemAt(scope, name, { type: 'enum', msg, input: value }))
    }
    if (isInOrder(values, name, parameter)) continue
    const [type, msg] =
      parameter.kind === 'word'
        ? ['word', `It does not begin with ${parameter.startsWith}.`]
        : ['order', `It must be above ${parameter.kind === 'token' ? parameter.above : ''}.`]
    problems.push(problemAt(scope, name, { type, msg, input: value }))
  }
}

async function resolveDeadline(draft: ActionDraft, name: string, fallback: bigint): Promise<void> {
  const { selection, scope, values } = draft
  const { now, readNow } = scope.session.context
  const input = selection.deferred[name]
  const seconds =
    input === undefined ? ({ ok: true, value: fallback } as const) : readSeconds(input)
  if (!seconds.ok) return noteProblem(draft, name, { ...seconds, input })
  const start = readNow === undefined ? now : await readNow()
  values[name] = start + seconds.value
}

async function resolveActions(draft: ActionDraft, name: string): Promise<void> {
  const { selection, scope, values, problems } = draft
  const input = selection.deferred[name]
  if (input === undefined) return noteMissing(draft, name)
  const requests = readRequests(input)
  if (!requests.ok) return noteProblem(draft, name, { ...requests, input })
  if (scope.session.allowances === 'unknown') {
    const msg = 'A loan cannot run inside another: the lender refuses a second one.'
    problems.push(problemAt(scope, name, { type: 'nested_loan', msg }))
    return
  }
  const inside = await scope.inside(requests.value, [...scope.loc, 'params', name])
  problems.push(...inside.problems)
  values[name] = inside.data
}

/**
 * Asks the chain for a value that it can quote.
 *
 * @returns the value; null if it takes no quote, or neither a chain nor a quote is given.
 * @throws {UnreadableAnswerError} when something else is answered.
 */
async function readQuote(draft: ActionDraft, parameter: ActionParameter): Promise<AbiValue | null> {
  const { readContract } = draft.scope.session
  if (!('quote' in parameter) || parameter.quote === undefined || readContract === null) return null
  // A quote is made of the other values: without them there is no question to ask.
  if (draft.problems.length > 0) return null
  const {
    to,
    call,
    arguments: values,
    returns,
  } = parameter.quote(draft.values as ActionInputValues)
  return readContract({ to, call, arguments: values, returns })
}

/** Fills in an amount that was left out and that the chain quotes: a fee. */
async function resolveQuoted(
  draft: ActionDraft,
  name: string,
  parameter: AmountParameter,
): Promise<void> {
  if (draft.values[name] !== undefined || isNoted(draft, name)) return
  const quote = await readQuote(draft, parameter)
  if (typeof quote === 'bigint') draft.values[name] = quote
  else if (draft.scope.session.readContract === null)
    noteUnread(draft, name, (hint) => `Give it, or ${hint}.`)
  else if (draft.problems.length === 0) {
    noteMissing(draft, name, 'Give it: the chain gives no quote.')
  }
}
