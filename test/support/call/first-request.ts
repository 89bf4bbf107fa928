import { constraintsOf, manifestOf, type TreeContext } from '@vaultwright/builder'

type BuildRequest = { readonly route: string; readonly params: Readonly<Record<string, string>> }

/** A request with the first of all choices, and little of each amount. */
export function firstRequestOf(place: TreeContext, route: string): BuildRequest {
  return requestBy(route, manifestOf(place)[route]!, constraintsOf(place, route)?.[0] ?? {})
}

type OfferedAction = {
  readonly params: readonly {
    readonly name: string
    readonly type: string
    readonly required: boolean
    readonly choices: readonly (string | readonly string[])[] | null
  }[]
}

/**
 * Makes the same request by a manifest.
 *
 * @param combination - values that go together; what it leaves out has its own first choice.
 */
export function requestBy(
  route: string,
  { params }: OfferedAction,
  combination: Readonly<Record<string, string>>,
): BuildRequest {
  const entries = params.flatMap(({ name, type, required, choices }): [string, string][] => {
    if (name.startsWith('expected_')) return []
    const first = choices?.[0]
    const choice = typeof first === 'string' ? first : first?.[1]
    if (combination[name] !== undefined || choice !== undefined)
      return [[name, combination[name] ?? choice!]]
    if (type === 'Decimal') return [[name, '0.001']]
    return required ? [[name, type === 'int' ? '1' : '0x01']] : []
  })
  return { route, params: Object.fromEntries(entries) }
}
