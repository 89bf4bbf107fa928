import { type Fact, nearestOf } from '@vaultwright/base'
import { svmTemplateOf } from '../catalogue/catalogue.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { isSvmToken, resolveValue, textOfSvmValue } from '../definition/resolve.ts'
import { permissionsOf, type SvmPermission } from '../permission/permission.ts'
import type { SvmTemplate, SvmValue } from '../template/template.ts'
import { readSvmAmount, readSvmInteger, type SvmInput } from './amount.ts'
import type { SvmActionRequest } from './build-type.ts'
import {
  SvmInvalidParametersError,
  SvmNoActionsError,
  type SvmParameterProblem,
  SvmRouteNotPermittedError,
  SvmUnknownRouteError,
} from './request-error.ts'

/** A request whose parameters are read. */
export type SvmReadRequest = {
  /** The place of the request: empty, or `actions` and its index. */
  readonly loc: RequestLocation
  readonly template: SvmTemplate
  /** Null for the vault's default. */
  readonly subAccount: number | null
  /** By the sub-account that acts: `sub_account` stands for it. */
  readonly valuesFor: (subAccount: number) => Readonly<Record<string, SvmValue>>
  /** Base units; absent where all of it is meant. */
  readonly amounts: Readonly<Record<string, bigint>>
  /** Permissions of the route in the definition. */
  readonly permissions: readonly SvmPermission[]
}

/** The place of a request among several, for its problems. */
type RequestLocation = readonly (string | number)[]

/**
 * Reads requests.
 *
 * @throws {SvmNoActionsError} when there is none.
 * @throws {SvmUnknownRouteError} {SvmRouteNotPermittedError} when a route is not to be built.
 * @throws {SvmInvalidParametersError} with every problem of every request.
 */
export function readSvmRequests(
  definition: SvmDefinition,
  requests: readonly SvmActionRequest[],
): readonly SvmReadRequest[] {
  if (requests.length === 0) throw new SvmNoActionsError()
  const problems: SvmParameterProblem[] = []
  const parsed = requests.map((request, index) => {
    const loc = requests.length === 1 ? [] : ['actions', index]
    return readRequest(definition, request, { loc, problems })
  })
  if (problems.length > 0) throw new SvmInvalidParametersError(problems)
  return parsed
}

/**
 * The template of a route, and the definition's permissions of it.
 *
 * @throws {SvmUnknownRouteError} {SvmRouteNotPermittedError} when it is not to be built.
 */
export function assertSvmRoute(
  definition: SvmDefinition,
  route: string,
): { readonly template: SvmTemplate; readonly permissions: readonly SvmPermission[] } {
  const template = svmTemplateOf(route)
  const all = permissionsOf(definition)
  const routes = [...new Set(all.map((permission) => permission.route))]
  if (template === null) throw new SvmUnknownRouteError(route, routes)
  const permissions = all.filter((permission) => permission.route === route)
  if (permissions.length === 0) throw new SvmRouteNotPermittedError(route, routes)
  return { template, permissions }
}

type ProblemList = { readonly loc: RequestLocation; readonly problems: SvmParameterProblem[] }

function readRequest(
  definition: SvmDefinition,
  { route, params = {} }: SvmActionRequest,
  { loc, problems }: ProblemList,
): SvmReadRequest {
  const { template, permissions } = assertSvmRoute(definition, route)
  const inputs = new Map(
    Object.entries(params).filter(([, input]) => input !== undefined && input !== null),
  )
  const note = (name: string, problem: { type: string; msg: string }) => {
    const input = factOf(inputs.get(name))
    const { type, msg } = problem
    problems.push({ loc: [...loc, 'params', name], msg, type, ...(input !== null && { input }) })
  }
  const requestedParameters = Object.entries(template.parameters).filter(
    ([, parameter]) => parameter.kind !== 'account' || parameter.isRequested,
  )
  const names = ['sub_account', ...requestedParameters.map(([name]) => name)]
  for (const name of inputs.keys()) {
    if (names.includes(name)) continue
    const near = nearestOf(name, names)
    const hint = near === null ? `Choose from ${names.join(', ')}.` : `Did you mean ${near}?`
    note(name, { type: 'extra_forbidden', msg: `It is not a parameter of ${route}. ${hint}` })
  }
  const subAccount = readSubAccount(inputs.get('sub_account'))
  if (!subAccount.ok) note('sub_account', subAccount)
  const texts: Record<string, string> = {}
  const values: Record<string, SvmValue> = {}
  for (const [name, parameter] of requestedParameters) {
    if (parameter.kind === 'amount') continue
    const text = inputs.get(name)
    if (text === undefined) {
      note(name, { type: 'missing', msg: `Give it.${choicesText(permissions, name)}` })
      continue
    }
    if (typeof text !== 'string') {
      note(name, { type: 'string_type', msg: 'Give a text: a name or an address.' })
      continue
    }
    const value = resolveValue(definition, parameter, { text, subAccount: 0 })
    if (!value.ok)
      note(name, {
        type: parameter.kind === 'token' ? 'enum' : 'address',
        msg: /[.?]$/.test(value.message) ? value.message : `${value.message}.`,
      })
    else {
      texts[name] = text
      values[name] = value.value
    }
  }
  const last = Object.keys(values).at(-1) ?? 'params'
  if (isUndecided(template, { permissions, values })) {
    const msg = `No entry of the definition has these together.${choicesText(permissions, last)}`
    note(last, { type: 'combination', msg })
  }
  const amounts: Record<string, bigint> = {}
  for (const [name, parameter] of requestedParameters) {
    if (parameter.kind !== 'amount') continue
    const input = inputs.get(name)
    if (input === undefined) {
      if (!parameter.takesAll) note(name, { type: 'missing', msg: 'Give it.' })
      continue
    }
    const amount = readSvmAmount(input, decimalsOf(parameter.of, values))
    if (amount.ok) amounts[name] = amount.value
    else note(name, amount)
  }
  const valuesFor = (acting: number) => ({
    ...decidedValues(permissions, { values, subAccount: acting }),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => {
        const parameter = template.parameters[name]!
        const value = resolveValue(definition, parameter, { text, subAccount: acting })
        return value.ok ? [[name, value.value]] : []
      }),
    ),
  })
  return {
    loc,
    template,
    subAccount: subAccount.ok ? subAccount.value : null,
    valuesFor,
    amounts,
    permissions,
  }
}

/** Decimals of lamports in SOL. */
export const solDecimals = 9

/** Decimals of an amount: of a token parameter, of SOL, or none. */
export function decimalsOf(unit: string, values: Readonly<Record<string, SvmValue>>): number {
  if (unit === 'units') return 0
  const token = values[unit]
  return token !== undefined && isSvmToken(token) ? token.decimals : solDecimals
}

function readSubAccount(input: unknown): SvmInput<number | null> {
  return input === undefined ? { ok: true, value: null } : readSvmInteger(input, 0, 255)
}

/** True if parameters that requests do not name follow from no entry. */
function isUndecided(
  { parameters }: SvmTemplate,
  {
    permissions,
    values,
  }: Pick<SvmReadRequest, 'permissions'> & { values: Readonly<Record<string, SvmValue>> },
): boolean {
  const accounts = Object.values(parameters).filter((parameter) => parameter.kind === 'account')
  if (accounts.every(({ isRequested }) => isRequested)) return false
  return decidedValues(permissions, { values, subAccount: 0 }) === null
}

/** Values of the entry whose named values fit; null if none does. */
function decidedValues(
  permissions: readonly SvmPermission[],
  request: { readonly values: Readonly<Record<string, SvmValue>>; readonly subAccount: number },
): Readonly<Record<string, SvmValue>> | null {
  const fitting = permissions.filter(({ texts }) =>
    Object.entries(request.values).every(([name, value]) => texts[name] === textOfSvmValue(value)),
  )
  const match = fitting.find(({ subAccount }) => subAccount === request.subAccount) ?? fitting[0]
  return match?.values ?? null
}

function choicesText(permissions: readonly SvmPermission[], name: string): string {
  const texts = new Set(
    permissions.map(({ values, texts: addresses }) => {
      const value = values[name]!
      return isSvmToken(value) ? value.symbol : addresses[name]!
    }),
  )
  return ` Choose from ${[...texts].slice(0, 8).join(', ')}.`
}

function factOf(input: unknown): Fact {
  if (input === undefined || input === null) return null
  if (typeof input === 'boolean' || typeof input === 'number') return input
  const text = typeof input === 'string' ? input : typeof input
  return text.length > 200 ? `${text.slice(0, 197)}...` : text
}
