import { constraintsOf, manifestOf, type TreeContext } from '@vaultwright/builder'

type BuildRequest = { readonly route: string; readonly params: Readonly<Record<string, string>> }

/** A request with the first of all choices, and little of each amount; no token is exchanged for itself. */
export function firstRequestOf(place: TreeContext, route: string): BuildRequest {
  const combinations = constraintsOf(place, route) ?? []
  const isExchange = ({ token_in, token_out }: Readonly<Record<string, string>>) =>
    token_in === undefined || token_in !== token_out
  const combination = combinations.find(isExchange) ?? combinations[0]
  return requestBy(route, manifestOf(place)[route]!, combination ?? {})
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
    const values = (choices ?? []).map((one) => (typeof one === 'string' ? one : one[1]!))
    const isOther = (value: string) => name !== 'token_out' || value !== values[0]
    const choice = values.find(isOther) ?? values[0]
    if (combination[name] !== undefined || choice !== undefined)
      return [[name, combination[name] ?? choice!]]
    if (type === 'Decimal') return [[name, '0.001']]
    return required ? [[name, type === 'int' ? '1' : '0x01']] : []
  })
  return { route, params: Object.fromEntries(entries) }
}
