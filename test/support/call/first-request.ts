import { constraintsOf, manifestOf, type TreeContext } from '@vaultwright/builder'

type BuildRequest = { readonly route: string; readonly params: Readonly<Record<string, string>> }

/** A request with the first of all choices, and little of each amount. */
export function firstRequestOf(place: TreeContext, route: string): BuildRequest {
  const { params } = manifestOf(place)[route]!
  const combination = constraintsOf(place, route)?.[0] ?? {}
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
