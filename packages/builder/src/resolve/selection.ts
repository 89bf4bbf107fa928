import { type Hex, memoize, nearestOf } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Action } from '@vaultwright/protocols'
import { addressNamed } from '@vaultwright/registry'
import { accountName, type Combination } from '../permission/combination.ts'
import { labelOf, symbolOf } from '../permission/label.ts'
import type { ParameterChoices } from '../permission/parameter-choices.ts'
import { permissionIndexOf, type TreeContext } from '../permission/permission-index.ts'
import { assertPermitted } from '../permission/route.ts'
import type { NameEntry, NameRecord, NameTable } from '../value/account-input.ts'
import { expectedName, slippageName } from '../value/minimum.ts'
import { isDirect, readInput } from '../value/parameter-input.ts'
import { type ActionRequest, paramsOf } from '../value/request.ts'
import { textOfValue } from '../value/value-text.ts'
import { parameterProblems } from './parameter-problem.ts'
import { isPacked, readCalldata, unpermittedCalldata } from './pass-through.ts'
import { factOf, type ParameterProblem, problemAt } from './problem.ts'
import {
  openChoices,
  type RequestContext,
  refusalsOf,
  type SelectionInput,
} from './selection-refusal.ts'

/** The meaning of a request: the permission, and the values that were given and need nothing else. */
export type Selection = {
  readonly action: Action
  readonly combination: Combination
  readonly direct: Readonly<Record<string, AbiValue>>
  /** Inputs of parameters that need decimals, a clock or other actions. */
  readonly deferred: Readonly<Record<string, unknown>>
}

/**
 * Finds the permission that a request means.
 *
 * @returns the selection, and every problem; null where no single combination fits.
 * @throws {UnknownRouteError} {RouteNotPermittedError} when there is no such action to begin with.
 */
export function selectionOf(
  request: ActionRequest,
  scope: RequestContext,
): { readonly selection: Selection | null; readonly problems: readonly ParameterProblem[] } {
  const { context } = scope
  const action = assertPermitted(context, request.route)
  const index = permissionIndexOf(context)
  const combinations = index.combinationsOf(request.route)
  const account = accountName({ action })
  const choiceLists = index.choiceListsOf(request.route)
  const parameters = namesFor(choiceLists)(action)
  const params = paramsOf(request)
  const unknown = params.filter(([name]) => !parameters.has(name))
  const problems: ParameterProblem[] =
    unknown.length === 0 ? [] : unknownProblems(unknown, parameters, scope)
  const direct: Record<string, AbiValue> = {}
  const deferred: Record<string, unknown> = {}
  for (const [name, input] of params) {
    if (!parameters.has(name)) continue
    const parameter = name === account ? accountParameter : action.parameters[name]
    if (parameter === undefined || !isDirect(parameter)) {
      deferred[name] = input
      continue
    }
    const choiceList = choiceLists.find((one) => one.name === name)
    if (name === account && choiceList === undefined) continue
    const names = namesIn(choiceList, action, context)
    const reading = readInput(parameter, input, { names, record: recordIn(context) })
    if (reading.ok) direct[name] = reading.value
    else
      problems.push(
        problemAt(scope, name, { ...reading, msg: messageOf(reading, { input, context }), input }),
      )
  }
  const acting = actingBy(
    choiceLists.find(({ name }) => name === account),
    context,
  )
  if (acting !== null) direct[account] ??= acting
  const passed = passedThrough(combinations, { action, direct, scope })
  problems.push(...passed.problems)
  const called = passed.combinations
  // What no leaf binds may be anything, and long: it has no text here.
  const compared = Object.entries(direct)
    .filter(([name]) => called.some(({ texts }) => texts[name] !== undefined))
    .map(([name, value]) => [name, textOfValue(value)] as const)
  const fitting = called.filter(({ texts }) =>
    compared.every(([name, text]) => texts[name] === undefined || texts[name] === text),
  )
  const selectionInput = { action, choiceLists, direct, scope, isPassed: passed.isPassed }
  if (fitting.length === 0 && called.length > 0)
    problems.push(...refusalsOf(called, selectionInput))
  const noted = new Set(problems.map(({ loc }) => String(loc.at(-1))))
  const open = openChoices(fitting, selectionInput)
  if (fitting.length === 0 || open.length > 0) {
    problems.push(...open.filter(({ loc }) => !noted.has(String(loc.at(-1)))))
    problems.push(...parameterProblems(selectionInput, deferred, noted))
    return { selection: null, problems }
  }
  const combination = fitting.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best))
  return { selection: { action, combination, direct, deferred }, problems }
}

/** A name that is not known may be known elsewhere. */
function messageOf(
  { type, msg }: { readonly type: string; readonly msg: string },
  { input, context }: { readonly input: unknown; readonly context: TreeContext },
): string {
  const isUnknown =
    type === 'address' &&
    typeof input === 'string' &&
    !/^0x/i.test(input.trim()) &&
    recordIn(context)(input.trim()) === null
  return isUnknown && context.nameHint !== undefined ? `${msg} ${context.nameHint}` : msg
}

function recordIn({ chainId }: TreeContext): NameRecord {
  return (name) => addressNamed(chainId, name)
}

/** If the actor is not given and does not follow, it is the vault. */
function actingBy(choiceList: ParameterChoices | undefined, { vault }: TreeContext): string | null {
  return choiceList !== undefined && !choiceList.isDetermined && choiceList.texts.includes(vault)
    ? vault
    : null
}

const accountParameter = { kind: 'account', describe: 'Who acts' } as const

/** Keeps the combinations whose leaf is what calldata of a third party needs. */
function passedThrough(
  combinations: readonly Combination[],
  { action, direct, scope }: Pick<SelectionInput, 'action' | 'direct' | 'scope'>,
): {
  readonly combinations: readonly Combination[]
  readonly problems: readonly ParameterProblem[]
  readonly isPassed: boolean
} {
  const name = action.calldata
  const data = name === null ? undefined : direct[name]
  if (name === null || typeof data !== 'string') {
    return { combinations, problems: [], isPassed: false }
  }
  const { packings, problem } = readCalldata(action, data as Hex)
  if (problem !== null) {
    return { combinations, problems: [problemAt(scope, name, problem)], isPassed: false }
  }
  if (packings === null) return { combinations, problems: [], isPassed: false }
  const packed = combinations.filter((one) => isPacked(one, packings, scope.context))
  if (packed.length > 0) return { combinations: packed, problems: [], isPassed: true }
  const refusal = unpermittedCalldata(combinations[0]!, packings, scope.context)
  return { combinations: [], problems: [problemAt(scope, name, refusal)], isPassed: true }
}

/** Unknown parameters that are named; the others are counted. */
const maxNamed = 20

function unknownProblems(
  unknown: ReturnType<typeof paramsOf>,
  parameters: ReadonlySet<string>,
  { loc }: Pick<RequestContext, 'loc'>,
): ParameterProblem[] {
  const there = `There are ${[...parameters].join(', ')}.`
  const { length: count } = unknown
  const counted =
    count > maxNamed ? ` ${count} parameters are unknown; the first ${maxNamed} are named.` : ''
  return unknown.slice(0, maxNamed).map(([name, input]) => ({
    loc: [...loc, 'params', name],
    msg: `There is no such parameter. ${hintOf(name, parameters)}${there}${counted}`,
    type: 'extra_forbidden',
    input: factOf(input),
    ...(counted !== '' && { ctx: { unknown: count } }),
  }))
}

function hintOf(name: string, parameters: ReadonlySet<string>): string {
  const near = nearestOf(name, parameters)
  return near === null ? '' : `Did you mean ${near}? `
}

/** The choices of a route are the same objects for as long as their index lives, and so is its action. */
const namesFor = memoize((choiceLists: readonly ParameterChoices[]) =>
  memoize((action: Action): ReadonlySet<string> => {
    const account = accountName({ action })
    const minima = Object.entries(action.parameters).flatMap(([name, { kind }]) =>
      kind === 'minimum' || kind === 'minimums' ? [expectedName(name), slippageName] : [],
    )
    const acting = choiceLists.some(({ name }) => name === account) ? [account] : []
    return new Set([...acting, ...Object.keys(action.parameters), ...minima])
  }),
)

const noNames: NameTable = new Map()
/**
 * The choices belong to one context, which has one vault and one set of known facts. They are the same
 * objects for as long as its index lives, and the names live with them.
 */
const namesByChoices = new WeakMap<ParameterChoices, NameTable>()

function namesIn(
  choiceList: ParameterChoices | undefined,
  action: Action,
  context: TreeContext,
): NameTable {
  if (choiceList === undefined) return noNames
  const cached = namesByChoices.get(choiceList)
  if (cached !== undefined) return cached
  const names = namesOfChoices(choiceList, action, context)
  namesByChoices.set(choiceList, names)
  return names
}

/** Labels that stand for a value, where they stand for one alone. */
function namesOfChoices(
  choiceList: ParameterChoices,
  action: Action,
  context: TreeContext,
): NameTable {
  const names = new Map<string, NameEntry>()
  const put = (label: string | null, text: string) => {
    if (label === null) return
    const key = label.toLowerCase()
    const existing = names.get(key)
    names.set(key, { label, text: existing === undefined || existing.text === text ? text : null })
  }
  const parameter = action.parameters[choiceList.name] ?? null
  for (const text of choiceList.texts) {
    if (parameter?.kind === 'tokens') {
      for (const token of text.split(',')) put(symbolOf(token, context), token)
    } else put(labelOf(parameter, text, context), text)
  }
  return names
}

function sizeOf({ texts }: Combination): number {
  return Object.keys(texts).length
}
