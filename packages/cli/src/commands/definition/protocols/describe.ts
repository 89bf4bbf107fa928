import type { Rule } from '@vaultwright/manager'
import {
  type Action,
  type ActionEvidence,
  type ActionParameter,
  evidenceOf,
  type Protocol,
  positionReaders,
} from '@vaultwright/protocols'

/** A protocol as a person or a program reads it. */
export type ProtocolView = {
  readonly name: string
  readonly title: string
  readonly app_url: string | null
  readonly decoders: readonly DecoderView[]
  readonly actions: readonly ActionView[]
  /** True if the index reads a vault's holdings there. */
  readonly has_reader: boolean
}

/** A decoder with the functions that it packs. */
export type DecoderView = {
  readonly decoder: string
  readonly version: string | null
  readonly inherits: readonly string[]
  readonly functions: readonly { readonly signature: string; readonly packs: string }[]
}

/** An action with its parameters. */
export type ActionView = {
  readonly route: string
  readonly name: string
  readonly description: string
  readonly signature: string
  /** The parameter that is called; `manager` for the Manager itself. */
  readonly target: string
  /** The code that its call has run on in the tests. */
  readonly evidence: ActionEvidence
  readonly parameters: readonly ParameterView[]
}

/** A parameter of an action. */
type ParameterView = {
  readonly name: string
  readonly kind: ActionParameter['kind']
  readonly description: string
  /** The effect of leaving it out; null where it must be given. */
  readonly left_out: string | null
}

/** Describes a protocol: what its decoders pack, what a strategist can do with it, whether holdings are read. */
export function protocolViewOf({ name, title, appUrl, decoders, actions }: Protocol): ProtocolView {
  return {
    name,
    title,
    app_url: appUrl,
    decoders: decoders.map(({ decoder, version, inherits, functions }) => ({
      decoder,
      version: version ?? null,
      inherits: inherits ?? [],
      functions: functions.map(({ signature, packs }: Rule) => ({ signature, packs })),
    })),
    actions: actions.map(actionViewOf),
    has_reader: positionReaders.some((reader) => reader.name === name),
  }
}

function actionViewOf(action: Action): ActionView {
  const { route, name, description, signature, target, parameters } = action
  return {
    route,
    name,
    description,
    signature,
    target,
    evidence: evidenceOf(action),
    parameters: Object.entries(parameters).map(([name, parameter]) => ({
      name,
      kind: parameter.kind,
      description: parameter.describe,
      left_out: leftOutOf(parameter),
    })),
  }
}

/**
 * The effect of leaving a parameter out: a known fact of an account counts before a default, as
 * when an action is built.
 */
function leftOutOf(parameter: ActionParameter): string | null {
  if (parameter.fact !== undefined) return `${parameter.fact.call} of ${parameter.fact.of}`
  if ('all' in parameter && parameter.all !== undefined) return 'the whole balance'
  if ('quote' in parameter && parameter.quote !== undefined) return 'as the chain says'
  if (!('fallback' in parameter) || parameter.fallback === undefined) return null
  const fallback = textOf(parameter.fallback)
  return parameter.kind === 'deadline' ? `${fallback} seconds from now` : fallback
}

/** Amounts and words are integers that JSON has none for. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
}
