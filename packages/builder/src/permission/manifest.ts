import { finishSteps, type Steps } from '@vaultwright/base'
import type { Action, ActionParameter } from '@vaultwright/protocols'
import { protocolOf } from '@vaultwright/protocols'
import { expectedName, slippageName } from '../value/minimum.ts'
import { textOfValue } from '../value/value-text.ts'
import { accountName, type Combination } from './combination.ts'
import { distinctLabels, labelOf } from './label.ts'
import { isConstrained, type ParameterChoices } from './parameter-choices.ts'
import { hintOf, type ParameterHint } from './parameter-hint.ts'
import { groundSteps, type TreeContext } from './permission-index.ts'

/** A choice: its value, or a label with its value. Either all of a list are labelled or none is. */
type Choice = string | readonly [label: string, value: string]

/** A parameter that a person may set. */
type ManifestParameter = Partial<ParameterHint> & {
  readonly name: string
  readonly type: 'str' | 'int' | 'Decimal'
  readonly description: string
  readonly required: boolean
  /** The value used when it is left out, as it would be written; null if something else decides. */
  readonly defaultValue: string | number | null
  /** Empty: any value. Null: any value, or none. */
  readonly choices: readonly Choice[] | null
  readonly minValue: number | null
  readonly maxValue: number | null
  /** Left out, all of the token that the account has is used. */
  readonly omitToUseAll: boolean
  /** The text goes as it is, without being read as a number. */
  readonly acceptRawString: boolean
}

/** An action of a strategist, and its parameters. */
export type ManifestAction = {
  readonly name: string
  readonly protocol: string
  readonly protocolAppUrl: string | null
  readonly description: string
  /** Nothing tells that the called accounts are of this protocol: others have the function as well. */
  readonly isPossible: boolean
  /** Not every mix of the choices can be built. */
  readonly hasConstraints: boolean
  readonly params: readonly ManifestParameter[]
}

/** The actions that a tree permits, by route. */
export type Manifest = { readonly [route: string]: ManifestAction }

/**
 * Derives from a tree what its strategist may do: the actions whose leaves are all there.
 *
 * @param context - the tree, whose it is, what is known; whether there is a chain to ask.
 * @returns actions by route, in the order of their first leaf.
 */
export function manifestOf(context: TreeContext): Manifest {
  return finishSteps(manifestSteps(context))
}

/**
 * Derives what `manifestOf` does, in steps.
 *
 * @param context - the tree, whose it is, what is known; whether there is a chain to ask.
 * @returns the steps, some leaves or one action each.
 */
export function* manifestSteps(context: TreeContext): Steps<Manifest> {
  const inputs = yield* groundSteps(context)
  const manifest: Record<string, ManifestAction> = {}
  for (const [route, [first]] of inputs.permissions) {
    yield* inputs.routeSteps(route)
    const combinations = inputs.combinationsOf(route)
    if (first === undefined || combinations.length === 0) continue
    const bindings = {
      combinations,
      choiceLists: inputs.choiceListsOf(route),
      isPossible: inputs.possibleRoutes.has(route),
    }
    manifest[route] = entryOf(first.action, bindings, context)
  }
  return manifest
}

type RouteChoices = {
  readonly isPossible: boolean
  readonly combinations: readonly Combination[]
  readonly choiceLists: readonly ParameterChoices[]
}

function entryOf(
  action: Action,
  { combinations, choiceLists, isPossible }: RouteChoices,
  context: TreeContext,
): ManifestAction {
  const account = accountName({ action })
  const bound = new Map(choiceLists.map((choiceList) => [choiceList.name, choiceList]))
  const acting = bound.get(account)
  const parameters = Object.entries(action.parameters).flatMap(([name, parameter]) =>
    parametersOf(name, parameter, { choiceList: bound.get(name), context }),
  )
  return {
    name: action.name,
    protocol: action.protocol,
    protocolAppUrl: protocolOf(action.protocol)?.appUrl ?? null,
    description: action.description,
    isPossible,
    hasConstraints: isConstrained(combinations, choiceLists),
    params: [
      ...(acting === undefined ? [] : [accountParameter(acting, context)]),
      ...parameters,
      ...(takesSlippage(action) ? [slippageParameter(action)] : []),
    ],
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
} as const satisfies Partial<ManifestParameter>

const optional = { required: false, choices: null } as const

type ParameterInputs = {
  readonly choiceList: ParameterChoices | undefined
  readonly context: TreeContext
}

function parametersOf(
  name: string,
  parameter: ActionParameter,
  inputs: ParameterInputs,
): readonly ManifestParameter[] {
  const { choiceList, context } = inputs
  const described = { ...plain, ...hintOf(parameter), name, description: parameter.describe }
  if (choiceList !== undefined)
    return [boundParameter(described, { parameter, choiceList, context })]
  // If the chain can be asked, it need not be given.
  const isKnown = parameter.fact !== undefined || 'quote' in parameter
  const isReadable = isKnown && context.reads !== null
  const free = freeParameter(described, parameter)
  if (parameter.kind === 'minimum' || parameter.kind === 'minimums') {
    return [
      { ...free, description: `${free.description}; or ${expectedName(name)} with slippage_bps` },
      {
        ...free,
        name: expectedName(name),
        description: `What is expected to come out: less slippage_bps, it is ${name}`,
      },
    ]
  }
  return [isReadable ? { ...free, ...optional } : free]
}

type ParameterBase = typeof plain &
  Partial<ParameterHint> & { readonly name: string; readonly description: string }

function freeParameter(base: ParameterBase, parameter: ActionParameter): ManifestParameter {
  switch (parameter.kind) {
    case 'amount': {
      const raw = { type: 'Decimal', acceptRawString: parameter.takesMax === true } as const
      if (parameter.fallback !== undefined) {
        return { ...base, ...raw, ...optional, defaultValue: parameter.fallback }
      }
      if (parameter.all === undefined) return { ...base, ...raw }
      return { ...base, ...raw, ...optional, omitToUseAll: true }
    }
    case 'minimum':
      return { ...base, ...optional, type: 'Decimal' }
    case 'minimums':
      return { ...base, ...optional, acceptRawString: true }
    case 'integer': {
      const range = {
        type: 'int',
        minValue: numberOf(parameter.min),
        maxValue: numberOf(parameter.max),
      } as const
      if (parameter.fallback === undefined) return { ...base, ...range }
      const fallback = numberOf(parameter.fallback) ?? String(parameter.fallback)
      return { ...base, ...range, ...optional, defaultValue: fallback }
    }
    case 'deadline':
      return {
        ...base,
        ...optional,
        type: 'int',
        description: /seconds/i.test(parameter.describe)
          ? parameter.describe
          : `${parameter.describe}, in seconds from now`,
        defaultValue: Number(parameter.fallback),
        minValue: 1,
      }
    case 'flag': {
      const choices = ['true', 'false']
      if (parameter.fallback === undefined) return { ...base, choices }
      return { ...base, choices, required: false, defaultValue: String(parameter.fallback) }
    }
    case 'bytes':
    case 'text':
    case 'raw':
    case 'word': {
      const raw = { acceptRawString: parameter.kind !== 'word' }
      if (parameter.fallback === undefined) return { ...base, ...raw }
      return {
        ...base,
        ...raw,
        ...optional,
        defaultValue: textOfValue(parameter.fallback),
      }
    }
    case 'amounts':
    case 'integers':
    case 'tokens':
    case 'actions':
      return { ...base, acceptRawString: true }
    case 'account':
    case 'token':
    case 'network':
      return base
  }
}

type BoundParameter = {
  readonly parameter: ActionParameter | null
  readonly choiceList: ParameterChoices
  readonly context: TreeContext
}

function boundParameter(
  base: ParameterBase,
  { parameter, choiceList, context }: BoundParameter,
): ManifestParameter {
  if (choiceList.isPartial) return { ...base, ...optional }
  const { texts } = choiceList
  const labels = texts.map((text) => labelOf(parameter, text, context))
  const distinct = distinctLabels(labels, texts)
  const choices = texts.map((text, at): Choice => {
    const label = distinct[at] ?? null
    return label === null ? text : [label, text]
  })
  const [only] = texts
  return {
    ...base,
    ...(parameter?.kind === 'integer' && { type: 'int' }),
    choices,
    required: !choiceList.isDetermined,
    defaultValue: texts.length === 1 && only !== undefined ? only : null,
  }
}

function accountParameter(choiceList: ParameterChoices, context: TreeContext): ManifestParameter {
  const description = 'Who acts: the vault, or one of its drones'
  const base = { ...plain, name: choiceList.name, description }
  const bound = boundParameter(base, { parameter: null, choiceList, context })
  if (!bound.required || !choiceList.texts.includes(context.vault)) return bound
  return { ...bound, required: false, defaultValue: context.vault }
}

function slippageParameter({ parameters }: Action): ManifestParameter {
  const isQuoted = Object.values(parameters).some(
    (parameter) => parameter.kind === 'minimum' && parameter.quote !== undefined,
  )
  const against = isQuoted ? ', or against what the chain quotes' : ''
  return {
    ...plain,
    ...optional,
    name: slippageName,
    type: 'int',
    description: `Basis points that may be lost against what is expected${against}`,
    minValue: 0,
    maxValue: 10_000,
    example: '30',
  }
}

function takesSlippage({ parameters }: Action): boolean {
  return (
    !(slippageName in parameters) &&
    Object.values(parameters).some(({ kind }) => kind === 'minimum' || kind === 'minimums')
  )
}

/** A number that JSON and a float hold alike; null for larger ones. */
function numberOf(value: bigint): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}
