import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { checksumOf, parseAddress } from '@vaultwright/merkle'
import {
  type Action,
  type ActionParameter,
  type Binding,
  type BoundValue,
  boundSlotsOf,
  type FactSource,
  type KnownFacts,
  type Pattern,
} from '@vaultwright/protocols'
import type { NameBook } from '../file/name-book.ts'
import { shapesOf } from '../schema/parameter-use.ts'
import type { NamedValues } from './combination.ts'

/** Something that must be read from a chain: what an account answers to a call. */
export type WantedFact = Omit<FactSource, 'of'> & { readonly account: Address }

/** An action with all values that its leaves need, or what they still lack. */
export type BoundAction = {
  /** Everything that is known of the action's parameters, free ones left out. */
  readonly values: Binding
  /** The shapes that its leaves have. */
  readonly patterns: readonly Pattern[]
  readonly lacking: readonly MissingParameter[]
}

/** A missing value that a leaf needs. */
export type MissingParameter = {
  readonly parameter: string
  readonly why: string
  /** The fact that would tell it; null if it must be given. */
  readonly fact: WantedFact | null
}

/** The sources of values that an entry does not give. */
export type BindingSources = {
  readonly protocol: string
  readonly names: NameBook
  readonly knownFacts: KnownFacts
  /** Version of the decoder; the newest when null. */
  readonly packing: string | null
  /** Selects among calls that may carry value; null for both. */
  readonly value: boolean | null
  /** Length of lists that leaves bind by their length alone; null for the least. */
  readonly size: number | null
  /** True if the action's approvals are included. */
  readonly approvals: boolean
}

/**
 * Completes what an entry gives to an action: facts from the lock file, contracts from the registry.
 */
export function bindAction(
  action: Action,
  given: NamedValues,
  sources: BindingSources,
): readonly BoundAction[] {
  const values: { [name: string]: BoundValue } = Object.fromEntries(given) as Binding
  const lacking: MissingParameter[] = []
  const visit = (name: string): boolean => {
    if (values[name] !== undefined) return true
    const value = valueFor(action, name, { values, visit, sources })
    if (value === null || 'why' in value) {
      if (value !== null && !lacking.some(({ parameter }) => parameter === name))
        lacking.push(value)
      return false
    }
    values[name] = value.value as BoundValue
    return true
  }
  for (const [name, { kind }] of Object.entries(action.parameters)) {
    // A word that begins with an account tells the account.
    if (kind === 'word' && values[name] !== undefined) headOf(action, name, values)
  }
  const patterns = patternsFor(action, values, sources)
  const bound = new Set(patterns.flatMap((pattern) => [...boundSlotsOf(pattern)]))
  const approved = sources.approvals
    ? action.approvals.flatMap(({ token, spender }) => [token, spender])
    : []
  const open = approved.filter((name) => !name.startsWith('0x') && !bound.has(name))
  for (const name of bound) visit(name)
  const choices = new Map<string, readonly Address[]>()
  for (const name of open) {
    const list = listOf(action, name, { values, visit, sources })
    if (list !== null) choices.set(name, list)
    // The gaps of its list are reported already.
    else if (!isOneOfMissing(action, name, values)) visit(name)
  }
  let rows: readonly Binding[] = [values]
  for (const [name, list] of choices) {
    rows = rows.flatMap((row) => list.map((item) => ({ ...row, [name]: item })))
  }
  const isWanted = ({ canSendValue }: Pattern) =>
    action.sends !== 'either' || sources.value === null || sources.value === canSendValue
  const requested = patternsFor(action, values, sources).filter(isWanted)
  return rows.map((row) => ({ values: row, patterns: requested, lacking }))
}

type Search = {
  readonly values: { readonly [name: string]: BoundValue }
  readonly visit: (name: string) => boolean
  readonly sources: BindingSources
}

function valueFor(
  action: Action,
  name: string,
  { values, visit, sources }: Search,
): { readonly value: AbiValue } | MissingParameter | null {
  const parameter = action.parameters[name]
  if (parameter === undefined) return null
  const lacks = (why: string, fact: WantedFact | null = null) => ({ parameter: name, why, fact })
  if (parameter.fact !== undefined) {
    const { of, call, returns } = parameter.fact
    if (!visit(of)) return lacks(`it is what ${of} answers to ${call}, and ${of} is not known`)
    const account = values[of] as Address
    const value = sources.knownFacts.factOf(account, call)
    const fact = { account, call, returns }
    if (value === null) return lacks(`the answer of ${account} to ${call} was not read`, fact)
    if (isFitting(parameter, value)) return { value }
    const what = `what was read of ${account} for ${call} cannot be one: ${String(value)}`
    return lacks(what, fact)
  }
  if ('fallback' in parameter && parameter.fallback !== undefined) {
    return { value: parameter.fallback }
  }
  if (!('role' in parameter) || parameter.role === undefined) return lacks('it is not given')
  const player = sources.names.playerOf({ protocol: sources.protocol, role: parameter.role })
  return player.ok ? { value: player.account } : lacks(`it is not given, and ${player.why}`)
}

/** A lock file is edited by hand, too: what it holds need not be what was asked for. */
function isFitting({ kind }: ActionParameter, value: AbiValue): boolean {
  switch (kind) {
    case 'account':
    case 'token':
      return isAccount(value)
    case 'tokens':
      return typeof value === 'object' && 'length' in value && value.every(isAccount)
    case 'word':
      return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
    default:
      return typeof value !== 'object'
  }
}

function isAccount(value: AbiValue): boolean {
  if (typeof value !== 'string') return false
  try {
    return parseAddress(value) !== null
  } catch {
    return false
  }
}

/** The accounts that an approved token may be, where the leaf does not say which of a list it is. */
function listOf(
  action: Action,
  name: string,
  { values, visit }: Search,
): readonly Address[] | null {
  const parameter = action.parameters[name]
  if (values[name] !== undefined || parameter?.kind !== 'token') return null
  if (parameter.oneOf === undefined || !visit(parameter.oneOf)) return null
  const list = values[parameter.oneOf]
  return typeof list === 'object' ? list : null
}

function isOneOfMissing(action: Action, name: string, values: Search['values']): boolean {
  const parameter = action.parameters[name]
  const list = parameter?.kind === 'token' ? parameter.oneOf : undefined
  return list !== undefined && values[name] === undefined && values[list] === undefined
}

function headOf(action: Action, name: string, values: { [name: string]: BoundValue }): void {
  const parameter = action.parameters[name]
  if (parameter?.kind !== 'word' || parameter.startsWith === undefined) return
  values[parameter.startsWith] ??= checksumOf(`0x${String(values[name]).slice(2, 42)}`)
}

/**
 * Chooses the shapes of an action's leaves: one version and one length of lists.
 *
 * @returns the shapes for calls without value and with value, as far as the action has them.
 */
export function patternsFor(
  action: Action,
  values: Search['values'],
  { packing, size }: Pick<BindingSources, 'packing' | 'size'>,
): readonly Pattern[] {
  const shapes = shapesOf(action)
  const packed = shapes.filter(({ decoders }) => packing !== null && decoders.includes(packing))
  const fitting = (packed.length > 0 ? packed : shapes).filter((pattern) =>
    hasSize(pattern, values, size),
  )
  const first = fitting[0]
  if (first === undefined) return []
  return fitting.filter((one) => one.decoders === first.decoders && one.size === first.size)
}

function hasSize(pattern: Pattern, values: Search['values'], size: number | null): boolean {
  if (size !== null && pattern.size !== null && pattern.size !== size) return false
  return [...boundSlotsOf(pattern)].every((slot) => {
    const value = values[slot]
    return typeof value !== 'object' || value.length === pattern.size
  })
}
