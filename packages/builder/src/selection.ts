import type { Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Action } from '@vaultwright/protocols'
import type { Column } from './column.ts'
import { accountName, type Combination } from './combination.ts'
import { isDirect, type Name, type Names, readGiven } from './given.ts'
import { groundOf, type TreeContext } from './ground.ts'
import { labelOf, symbolOf } from './label.ts'
import { expectedName, slippageName } from './minimum.ts'
import { isPacked, readCalldata, unpermittedCalldata } from './pass-through.ts'
import { factOf, type Problem, problemAt } from './problem.ts'
import { type ActionRequest, givenOf } from './request.ts'
import { assertPermitted } from './route.ts'
import { type Mixture, openColumns, type RequestPlace, refusalsOf } from './selection-refusal.ts'
import { surfaceProblems } from './surface.ts'
import { textOfValue } from './value-text.ts'

/** What a request means: the permission, and the values that were given and need nothing else. */
export type Selection = {
  readonly action: Action
  readonly combination: Combination
  readonly direct: Readonly<Record<string, AbiValue>>
  /** What was given for parameters that need decimals, a clock or other actions. */
  readonly late: Readonly<Record<string, unknown>>
}

/**
 * Finds the permission that a request means.
 *
 * @param request - route and parameters.
 * @param place - the tree, and where the request stands.
 * @returns the selection, and every problem; null where no single combination fits.
 * @throws {UnknownRouteError} {RouteNotPermittedError} when there is no such action to begin with.
 */
export function selectionOf(
  request: ActionRequest,
  place: RequestPlace,
): { readonly selection: Selection | null; readonly problems: readonly Problem[] } {
  const { context } = place
  const action = assertPermitted(context, request.route)
  const ground = groundOf(context)
  const combinations = ground.combinationsOf(request.route)
  const account = accountName({ action })
  const columns = ground.columnsOf(request.route)
  const known = parameterNames({ action, columns })
  const given = givenOf(request)
  const unknown = given.filter(([name]) => !known.has(name))
  const problems: Problem[] = unknownProblems(unknown, known, place)
  const direct: Record<string, AbiValue> = {}
  const late: Record<string, unknown> = {}
  for (const [name, input] of given) {
    if (!known.has(name)) continue
    const parameter = name === account ? accountParameter : action.parameters[name]
    if (parameter === undefined || !isDirect(parameter)) {
      late[name] = input
      continue
    }
    const column = columns.find((one) => one.name === name)
    if (name === account && column === undefined) continue
    const reading = readGiven(parameter, input, namesIn(column, action, context))
    if (reading.ok) direct[name] = reading.value
    else problems.push(problemAt(place, name, { ...reading, input }))
  }
  const acting = actingBy(
    columns.find(({ name }) => name === account),
    context,
  )
  if (acting !== null) direct[account] ??= acting
  const passed = passedThrough(combinations, { action, direct, place })
  problems.push(...passed.problems)
  const called = passed.combinations
  const fitting = called.filter(({ texts }) => agrees(texts, direct))
  const mixture = { action, columns, direct, place, isPassed: passed.isPassed }
  if (fitting.length === 0 && called.length > 0) problems.push(...refusalsOf(called, mixture))
  const noted = new Set(problems.map(({ loc }) => String(loc.at(-1))))
  const open = openColumns(fitting, mixture)
  if (fitting.length === 0 || open.length > 0) {
    problems.push(...open.filter(({ loc }) => !noted.has(String(loc.at(-1)))))
    problems.push(...surfaceProblems(mixture, late, noted))
    return { selection: null, problems }
  }
  const [combination] = [...fitting].sort((one, other) => sizeOf(other) - sizeOf(one))
  return { selection: { action, combination: combination!, direct, late }, problems }
}

/** Where nobody says who acts, and nothing else tells, it is the vault. */
function actingBy(column: Column | undefined, { vault }: TreeContext): string | null {
  return column !== undefined && !column.isDetermined && column.texts.includes(vault) ? vault : null
}

const accountParameter = { kind: 'account', describe: 'Who acts' } as const

/** Keeps the combinations whose leaf is what calldata of a third party needs. */
function passedThrough(
  combinations: readonly Combination[],
  { action, direct, place }: Pick<Mixture, 'action' | 'direct' | 'place'>,
): {
  readonly combinations: readonly Combination[]
  readonly problems: readonly Problem[]
  readonly isPassed: boolean
} {
  const name = action.calldata
  const data = name === null ? undefined : direct[name]
  if (name === null || typeof data !== 'string') {
    return { combinations, problems: [], isPassed: false }
  }
  const { packings, problem } = readCalldata(action, data as Hex)
  if (problem !== null) {
    return { combinations, problems: [problemAt(place, name, problem)], isPassed: false }
  }
  if (packings === null) return { combinations, problems: [], isPassed: false }
  const found = combinations.filter((one) => isPacked(one, packings, place.context))
  if (found.length > 0) return { combinations: found, problems: [], isPassed: true }
  const refusal = unpermittedCalldata(combinations[0]!, packings, place.context)
  return { combinations: [], problems: [problemAt(place, name, refusal)], isPassed: true }
}

/** Unknown parameters that are named; the others are counted. */
const mostNamed = 20

function unknownProblems(
  unknown: ReturnType<typeof givenOf>,
  known: ReadonlySet<string>,
  { loc }: Pick<RequestPlace, 'loc'>,
): Problem[] {
  const there = `There is no such parameter. There are ${[...known].join(', ')}.`
  const { length: count } = unknown
  const counted =
    count > mostNamed ? ` ${count} parameters are unknown; the first ${mostNamed} are named.` : ''
  return unknown.slice(0, mostNamed).map(([name, input]) => ({
    loc: [...loc, 'params', name],
    msg: `${there}${counted}`,
    type: 'extra_forbidden',
    input: factOf(input),
    ...(counted !== '' && { ctx: { unknown: count } }),
  }))
}

function parameterNames({
  action,
  columns,
}: Pick<Mixture, 'action' | 'columns'>): ReadonlySet<string> {
  const account = accountName({ action })
  const minima = Object.entries(action.parameters).flatMap(([name, { kind }]) =>
    kind === 'minimum' || kind === 'minimums' ? [expectedName(name), slippageName] : [],
  )
  const acting = columns.some(({ name }) => name === account) ? [account] : []
  return new Set([...acting, ...Object.keys(action.parameters), ...minima])
}

const noNames: Names = new Map()
/** A column is of one ground, which knows one vault and no more than one knowledge. */
const namesByColumn = new WeakMap<Column, Names>()

function namesIn(column: Column | undefined, action: Action, context: TreeContext): Names {
  if (column === undefined) return noNames
  const known = namesByColumn.get(column)
  if (known !== undefined) return known
  const names = namesOfColumn(column, action, context)
  namesByColumn.set(column, names)
  return names
}

/** Labels that stand for a value, where they stand for one alone. */
function namesOfColumn(column: Column, action: Action, context: TreeContext): Names {
  const names = new Map<string, Name>()
  const put = (label: string | null, text: string) => {
    if (label === null) return
    const key = label.toLowerCase()
    const known = names.get(key)
    names.set(key, { label, text: known === undefined || known.text === text ? text : null })
  }
  const parameter = action.parameters[column.name] ?? null
  for (const text of column.texts) {
    if (parameter?.kind === 'tokens') {
      for (const token of text.split(',')) put(symbolOf(token, context), token)
    } else put(labelOf(parameter, text, context), text)
  }
  return names
}

function agrees(texts: Combination['texts'], direct: Readonly<Record<string, AbiValue>>): boolean {
  return Object.entries(direct).every(
    ([name, value]) => texts[name] === undefined || texts[name] === textOfValue(value),
  )
}

function sizeOf({ texts }: Combination): number {
  return Object.keys(texts).length
}
