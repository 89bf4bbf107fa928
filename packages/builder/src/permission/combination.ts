import { type Address, isSameAddress, type Steps } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { ActionParameter, KnownFacts, Permission } from '@vaultwright/protocols'
import { textOfValue } from '../value/value-text.ts'
import { type Grants, grantedTo, spendersOf } from './grant.ts'

/** Values that can be built together: what a leaf binds, and what facts and knowledge tell beside it. */
export type Combination = {
  /** Those that leave these values: one, mostly. */
  readonly permissions: readonly Permission[]
  readonly values: Readonly<Record<string, AbiValue>>
  /** The same as they are written, the acting account among them where a drone may act. */
  readonly texts: Readonly<Record<string, string>>
}

/** The inputs of combinations. */
export type CombinationContext = {
  readonly vault: Address
  readonly knownFacts: KnownFacts
  /** Tokens that may be approved, by spender. */
  readonly grants: Grants
}

/** Lists the combinations of values that permissions of one route leave, each once, in steps. */
export function* combinationSteps(
  permissions: readonly Permission[],
  context: CombinationContext,
): Steps<readonly Combination[]> {
  const complete = permissions.filter(isRunnable)
  const hasDrone = complete.some(({ drone }) => drone !== null)
  const byKey = new Map<string, Combination>()
  const [first] = complete
  const names = first === undefined ? [] : namesOf(first)
  for (const permission of complete) {
    yield
    for (const values of valuesOf(permission, context)) {
      const account = hasDrone
        ? { [accountName(permission)]: permission.drone ?? context.vault }
        : {}
      const texts: Record<string, string> = { ...account }
      for (const [name, value] of Object.entries(values)) texts[name] = textOfValue(value)
      const key = keyOf(texts, names)
      const existing = byKey.get(key)?.permissions ?? []
      byKey.set(key, { permissions: [...existing, permission], values, texts })
    }
  }
  return [...byKey.values()]
}

/** True if the leaves of its approvals and one of its own are in the tree, as far as the tokens are known. */
function isRunnable({ missing, plain, valued }: Permission): boolean {
  return missing.length === 0 && (plain !== null || valued !== null)
}

/** Names the parameter that says who acts, where a drone may. */
export function accountName({ action }: Pick<Permission, 'action'>): string {
  return 'account' in action.parameters ? 'acting_account' : 'account'
}

/**
 * Lists the parameters of an action that combinations may bind, who acts first.
 *
 * @returns names in the order in which people meet them.
 */
export function namesOf({ action }: Pick<Permission, 'action'>): readonly string[] {
  return [accountName({ action }), ...Object.keys(action.parameters)]
}

type ValueSet = Readonly<Record<string, AbiValue>>

function valuesOf(
  permission: Permission,
  { knownFacts, grants }: CombinationContext,
): readonly ValueSet[] {
  const { action } = permission
  const parameters = Object.entries(action.parameters)
  const entries = knownFacts.entriesOf(action.protocol)
  return withEntries(withFacts(permission.binding, parameters, knownFacts), parameters, entries)
    .flatMap((values) => withGranted(permission, withFacts(values, parameters, knownFacts), grants))
    .flatMap((values) => withChosen(withFacts(values, parameters, knownFacts), parameters))
    .filter((values) => parameters.every(([name, one]) => isInOrder(values, name, one)))
}

/**
 * Joins calls and approvals: an unknown token that a call pulls is one that may be approved for the
 * spender, and the other way round.
 */
function withGranted(
  { action, drone, missing }: Permission,
  values: ValueSet,
  grants: Grants,
): readonly ValueSet[] {
  return action.approvals.reduce<readonly ValueSet[]>(
    (partial, approval) =>
      partial.flatMap((one) => {
        const { token, spender } = approval
        const query = { approval, drone, values: one }
        if (one[token] === undefined) {
          // A missing fact is not a choice: a router may pull what has nothing to do with this call.
          const parameter = action.parameters[token]
          if (parameter?.kind !== 'token' || parameter.fact !== undefined) return []
          return grantedTo(grants, query).map((each) => ({ ...one, [token]: each }))
        }
        if (spender.startsWith('0x') || one[spender] !== undefined) {
          return missing.length === 0 ? [one] : []
        }
        if (action.parameters[spender]?.fact !== undefined) return []
        return spendersOf(grants, query).map((each) => ({ ...one, [spender]: each }))
      }),
    [values],
  )
}

/** Adds what is known about the accounts that are bound. */
function withFacts(
  values: ValueSet,
  parameters: readonly (readonly [string, ActionParameter])[],
  knownFacts: KnownFacts,
): ValueSet {
  const completed: Record<string, AbiValue> = { ...values }
  for (const [name, { fact }] of parameters) {
    if (fact === undefined || completed[name] !== undefined) continue
    const account = completed[fact.of]
    const value =
      typeof account === 'string' ? knownFacts.factOf(account as Address, fact.call) : null
    if (value !== null) completed[name] = value
  }
  return completed
}

/** Adds what belongs to the bound values, such as a market's terms; each entry is a combination. */
function withEntries(
  values: ValueSet,
  parameters: readonly (readonly [string, ActionParameter])[],
  entries: readonly ValueSet[],
): readonly ValueSet[] {
  const names = parameters.map(([name]) => name)
  const fitting = entries.flatMap((entry): readonly ValueSet[] => {
    const entryNames = names.filter((name) => entry[name] !== undefined)
    const shared = entryNames.filter((name) => values[name] !== undefined)
    if (shared.length === 0 || shared.length === entryNames.length) return []
    if (shared.some((name) => !isSameValue(entry[name]!, values[name]!))) return []
    const added = entryNames.filter((name) => values[name] === undefined)
    return [{ ...values, ...Object.fromEntries(added.map((name) => [name, entry[name]!])) }]
  })
  return fitting.length === 0 ? [values] : fitting
}

/**
 * Tells whether a value stands to another as its parameter wants: a token above the one before it, or another one.
 */
export function isInOrder(values: ValueSet, name: string, parameter: ActionParameter): boolean {
  const value = values[name]
  if (typeof value !== 'string') return true
  if (parameter.kind === 'token' && parameter.above !== undefined) {
    const below = values[parameter.above]
    return typeof below !== 'string' || BigInt(value) > BigInt(below)
  }
  if (parameter.kind === 'token' && parameter.unlike !== undefined) {
    const excluded = values[parameter.unlike]
    return typeof excluded !== 'string' || !isSameValue(value, excluded)
  }
  if (parameter.kind !== 'word' || parameter.startsWith === undefined) return true
  const head = values[parameter.startsWith]
  return typeof head !== 'string' || isSameAddress(value.slice(0, 42), head)
}

/** Takes apart the parameters that must be one of a list that is known. */
function withChosen(
  values: ValueSet,
  parameters: readonly (readonly [string, ActionParameter])[],
): readonly ValueSet[] {
  let valueSets: readonly ValueSet[] = [values]
  for (const [name, parameter] of parameters) {
    if (parameter.kind !== 'token' || parameter.oneOf === undefined) continue
    const list = values[parameter.oneOf]
    if (typeof list !== 'object') continue
    valueSets = valueSets.flatMap((one) => {
      const fixed = one[name]
      if (fixed !== undefined) return list.some((item) => isSameValue(item, fixed)) ? [one] : []
      return list.map((item) => ({ ...one, [name]: item }))
    })
  }
  return valueSets
}

function isSameValue(one: AbiValue, other: AbiValue): boolean {
  return textOfValue(one).toLowerCase() === textOfValue(other).toLowerCase()
}

/** Texts hold no line feed: they are addresses, numbers, lists of these, bytes. */
function keyOf(texts: Combination['texts'], names: readonly string[]): string {
  let key = ''
  for (const name of names) key += `${texts[name] ?? ''}\n`
  return key
}
