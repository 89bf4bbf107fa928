import type { ManifestAction } from '@vaultwright/builder'
import type { SvmManifestAction } from '@vaultwright/svm-builder'
import type { ManifestResponse, WireAction } from './manifest.ts'

/** Of an EVM chain or of Solana, whose accounts are always of the protocol itself. */
type AnyAction = ManifestAction | SvmManifestAction

/**
 * Turns a manifest into the words of the interface.
 *
 * @returns the same, in their order.
 */
export function wireManifestOf(manifest: Readonly<Record<string, AnyAction>>): ManifestResponse {
  return Object.fromEntries(
    Object.entries(manifest).map(([route, action]) => [route, wireActionOf(action)]),
  )
}

/**
 * Turns one action of a manifest into the words of the interface.
 *
 * @param action - as derived from a tree.
 */
export function wireActionOf(action: AnyAction): WireAction {
  return {
    name: action.name,
    protocol: action.protocol,
    protocol_app_url: action.protocolAppUrl ?? '',
    description: action.description,
    ...('isPossible' in action && action.isPossible ? { is_possible: true as const } : {}),
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
      ...('example' in param ? hintsOf(param) : {}),
    })),
  }
}

type Hints = Pick<ManifestAction['params'][number], 'unit' | 'example' | 'suggestions' | 'choices'>

/** A parameter with choices needs no example. */
function hintsOf({ unit = null, example = null, suggestions = [], choices }: Hints) {
  return {
    ...(unit === null ? {} : { unit }),
    ...(example === null || choices?.length ? {} : { example }),
    ...(suggestions.length === 0 ? {} : { suggestions: suggestions.map((each) => [...each]) }),
  }
}
