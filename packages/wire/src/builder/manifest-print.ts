import type { ManifestResponse, WireAction } from './manifest.ts'

/** An action of a manifest, as the builder derives it from a tree. */
export type ManifestActionInput = {
  readonly name: string
  readonly protocol: string
  readonly protocolAppUrl: string | null
  readonly description: string
  /** True if the called accounts may be of another protocol. Default: false. */
  readonly isPossible?: boolean
  readonly hasConstraints: boolean
  readonly params: readonly ManifestParameterInput[]
}

/** A parameter of an action, as the builder derives it from a tree. */
export type ManifestParameterInput = {
  readonly name: string
  readonly type: 'str' | 'int' | 'Decimal'
  readonly description: string
  readonly required: boolean
  readonly defaultValue: string | number | null
  readonly choices: readonly (string | readonly [label: string, value: string])[] | null
  readonly minValue: number | null
  readonly maxValue: number | null
  readonly omitToUseAll: boolean
  readonly acceptRawString: boolean
}

/**
 * Turns a manifest into the words of the interface.
 *
 * @returns the same, in their order.
 */
export function wireManifestOf(
  manifest: Readonly<Record<string, ManifestActionInput>>,
): ManifestResponse {
  return Object.fromEntries(
    Object.entries(manifest).map(([route, action]) => [route, wireActionOf(action)]),
  )
}

/**
 * Turns one action of a manifest into the words of the interface.
 *
 * @param action - as derived from a tree.
 */
export function wireActionOf(action: ManifestActionInput): WireAction {
  return {
    name: action.name,
    protocol: action.protocol,
    protocol_app_url: action.protocolAppUrl ?? '',
    description: action.description,
    ...(action.isPossible === true ? { is_possible: true as const } : {}),
    has_constraints: action.hasConstraints,
    params: action.params.map((param) => ({
      name: param.name,
      type: param.type,
      description: param.description,
      required: param.required,
      default_value: param.defaultValue,
      choices: param.choices?.map((one) => (typeof one === 'string' ? one : [...one])) ?? null,
      min_value: param.minValue,
      max_value: param.maxValue,
      omitToUseAll: param.omitToUseAll,
      acceptRawString: param.acceptRawString,
    })),
  }
}
