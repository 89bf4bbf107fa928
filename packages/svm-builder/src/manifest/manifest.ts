import type { SvmVaultState } from '@vaultwright/svm'
import { defaultSubAccount } from '../build/candidate.ts'
import { assertSvmRoute } from '../build/request.ts'
import { SvmRouteNotPermittedError } from '../build/request-error.ts'
import { vaultStateOf } from '../build/state.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { accountNameOf, isSvmToken } from '../definition/resolve.ts'
import { permissionsOf, type SvmPermission } from '../permission/permission.ts'
import { digestStatusOf, type SvmSnapshot } from '../permission/snapshot.ts'
import type { SvmParameter, SvmTemplate } from '../template/template.ts'

/** A choice: its address, or a name with its address. Either all of a list are named or none is. */
type SvmChoice = string | readonly [label: string, value: string]

/** A parameter that a person may set. */
type SvmManifestParameter = {
  readonly name: string
  readonly type: 'str' | 'int' | 'Decimal'
  readonly description: string
  readonly required: boolean
  readonly defaultValue: number | null
  readonly choices: readonly SvmChoice[] | null
  readonly minValue: number | null
  readonly maxValue: number | null
  /** Left out, all of the token that the sub-account has is used. */
  readonly omitToUseAll: boolean
  readonly acceptRawString: boolean
}

/** An action of a strategist, and its parameters. */
export type SvmManifestAction = {
  readonly name: string
  readonly protocol: string
  readonly protocolAppUrl: string | null
  readonly description: string
  /** Not every mix of the choices is permitted. */
  readonly hasConstraints: boolean
  readonly params: readonly SvmManifestParameter[]
}

/** The actions that a vault's digests permit at a slot, by route. */
export type SvmManifest = { readonly [route: string]: SvmManifestAction }

/**
 * Derives what the strategist may do from the digests that exist.
 *
 * @param snapshot - the accounts of `manifestReads`, at one slot.
 * @returns actions by route, in the order of their first permission.
 * @throws {SvmVaultMissingError} {ForeignAccountError} {UnknownLayoutError} when the state is not the vault's.
 */
export function svmManifestOf(definition: SvmDefinition, snapshot: SvmSnapshot): SvmManifest {
  const state = vaultStateOf(definition, snapshot)
  const existing = existingPermissions(definition, snapshot)
  const routes = [...new Set(existing.map(({ route }) => route))]
  return Object.fromEntries(
    routes.map((route) => {
      const permissions = existing.filter((permission) => permission.route === route)
      return [route, actionOf(definition, state, permissions)]
    }),
  )
}

/** One permitted combination: addresses by parameter. */
export type SvmConstraint = Readonly<Record<string, string>>

/**
 * Lists the combinations of values that the existing digests of a route permit.
 *
 * @param snapshot - the accounts of `manifestReads`, at one slot.
 * @returns one for each digest, the sub-account in it only if the digest pins it; null when every mix is permitted.
 * @throws {SvmUnknownRouteError} {SvmRouteNotPermittedError} when the definition does not have the route, or none of its digests exists.
 */
export function svmConstraintsOf(
  definition: SvmDefinition,
  snapshot: SvmSnapshot,
  route: string,
): readonly SvmConstraint[] | null {
  assertSvmRoute(definition, route)
  const existing = existingPermissions(definition, snapshot)
  const permissions = existing.filter((permission) => permission.route === route)
  if (permissions.length === 0) {
    throw new SvmRouteNotPermittedError(route, [...new Set(existing.map((one) => one.route))])
  }
  return hasConstraints(permissions) ? constraintsOf(permissions) : null
}

/** Permissions whose digest accounts exist with their operators. */
function existingPermissions(
  definition: SvmDefinition,
  snapshot: SvmSnapshot,
): readonly SvmPermission[] {
  return permissionsOf(definition).filter(
    (permission) => digestStatusOf(snapshot, definition, permission).kind === 'exists',
  )
}

function constraintsOf(permissions: readonly SvmPermission[]): readonly SvmConstraint[] {
  const byKey = new Map<string, SvmConstraint>()
  for (const { template, texts, subAccount, pinsSubAccount, freeNames } of permissions) {
    const pinned = requestedNames(template).filter((name) => !freeNames.includes(name))
    const required = pinned.map((name) => [name, texts[name]!] as const)
    const acting = pinsSubAccount ? [['sub_account', String(subAccount)] as const] : []
    const constraint = Object.fromEntries([...acting, ...required])
    byKey.set(JSON.stringify(constraint), constraint)
  }
  return [...byKey.values()]
}

function hasConstraints(permissions: readonly SvmPermission[]): boolean {
  const constraints = constraintsOf(permissions)
  const names = new Set(constraints.flatMap((constraint) => Object.keys(constraint)))
  if (constraints.some((constraint) => Object.keys(constraint).length < names.size)) return true
  const mixes = [...names].reduce(
    (product, name) => product * new Set(constraints.map((constraint) => constraint[name])).size,
    1,
  )
  return mixes > constraints.length
}

/** Bound parameters that requests name. */
function requestedNames({ parameters }: SvmTemplate): readonly string[] {
  return Object.entries(parameters).flatMap(([name, parameter]) =>
    parameter.kind === 'token' || (parameter.kind === 'account' && parameter.isRequested)
      ? [name]
      : [],
  )
}

function actionOf(
  definition: SvmDefinition,
  state: SvmVaultState,
  permissions: readonly SvmPermission[],
): SvmManifestAction {
  const { template } = permissions[0]!
  const { name, protocol, protocolAppUrl, description } = template
  const params = Object.entries(template.parameters).flatMap(([key, parameter]) =>
    parameterOf(key, parameter, (): readonly SvmChoice[] =>
      choicesOf(definition, permissions, key),
    ),
  )
  return {
    name,
    protocol,
    protocolAppUrl,
    description,
    hasConstraints: hasConstraints(permissions),
    params: [subAccountParameter(permissions, state), ...params],
  }
}

/** The default of a parameter. */
const plain = {
  type: 'str',
  required: true,
  defaultValue: null,
  choices: [],
  minValue: null,
  maxValue: null,
  omitToUseAll: false,
  acceptRawString: false,
} as const satisfies Partial<SvmManifestParameter>

function subAccountParameter(
  permissions: readonly SvmPermission[],
  state: SvmVaultState,
): SvmManifestParameter {
  const acting = [...new Set(permissions.map(({ subAccount }) => subAccount))]
  const defaultValue = defaultSubAccount(permissions, state)
  return {
    ...plain,
    name: 'sub_account',
    type: 'int',
    description: 'Sub-account that acts: the holder of the funds',
    required: defaultValue === null,
    defaultValue,
    choices: acting.sort((a, b) => a - b).map(String),
    minValue: 0,
    maxValue: 255,
  }
}

function parameterOf(
  name: string,
  parameter: SvmParameter,
  choices: () => readonly SvmChoice[],
): readonly SvmManifestParameter[] {
  const base = { ...plain, name, description: parameter.describe }
  if (parameter.kind !== 'amount') {
    return parameter.kind === 'account' && !parameter.isRequested
      ? []
      : [{ ...base, choices: choices() }]
  }
  const amount = { ...base, type: 'Decimal', minValue: 0 } as const
  if (!parameter.takesAll) return [amount]
  return [{ ...amount, required: false, choices: null, omitToUseAll: true }]
}

function choicesOf(
  definition: SvmDefinition,
  permissions: readonly SvmPermission[],
  name: string,
): readonly SvmChoice[] {
  const isFree = permissions.some(({ freeNames }) => freeNames.includes(name))
  // A token has to be one of the definition, which knows its decimals; an account may be any.
  if (isFree && permissions[0]!.template.parameters[name]!.kind === 'account') return []
  const labels = new Map<string, string | null>()
  for (const { values, texts } of permissions) {
    const value = values[name]!
    const label = isSvmToken(value) ? value.symbol : accountNameOf(definition, value)
    labels.set(texts[name]!, label)
  }
  const isNamed = [...labels.values()].some((label) => label !== null)
  return [...labels].map(([text, label]) => (isNamed ? [label ?? text, text] : text))
}
