import { type ActionParameter, protocols } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import type { Action } from './action/action.ts'

const actions = protocols.flatMap((protocol) =>
  protocol.actions.map((action) => ({ protocol, action })),
)

/** Names that an action uses without declaring them. */
function strayNamesOf(action: Action): readonly string[] {
  const { parameters, sentence, approvals, target } = action
  const written = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const approved = approvals.flatMap(({ token, spender, amount, except }) => [
    token,
    spender,
    amount,
    except ?? token,
  ])
  const named = [...written, ...approved, ...Object.values(parameters).flatMap(namesIn)].filter(
    (name) => !name.startsWith('0x'),
  )
  const places = ['manager', 'self']
  return [...named, target].filter((name) => !(name in parameters) && !places.includes(name))
}

/** Other parameters that a parameter names. */
function namesIn(parameter: ActionParameter): readonly string[] {
  switch (parameter.kind) {
    case 'token':
      return [parameter.oneOf, parameter.above].flatMap((name) => name ?? [])
    case 'word':
      return parameter.startsWith === undefined ? [] : [parameter.startsWith]
    case 'amount':
      return typeof parameter.all === 'object' ? [parameter.all.balanceOf] : []
    default:
      return []
  }
}

/** Amounts whose unit is not a token of the same action. */
function strayUnitsOf({ parameters }: Action): readonly string[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    if (!('unit' in parameter) || typeof parameter.unit !== 'string') return []
    const kind = parameters[parameter.unit]?.kind
    return parameter.unit === 'native' || kind === 'token' || kind === 'tokens' ? [] : [name]
  })
}

test('default: each route is its protocol and a name of its own', () => {
  const routes = actions.map(({ action }) => action.route)
  expect(new Set(routes).size).toBe(routes.length)
  for (const { protocol, action } of actions) {
    expect(action.route).toMatch(new RegExp(`^${protocol.name}/[a-z][a-z0-9_]*$`))
  }
})

test('behavior: an action names only parameters that it has', () => {
  const stray = actions.map(({ action }) => [action.route, strayNamesOf(action)] as const)
  expect(stray.filter(([, names]) => names.length > 0)).toEqual([])
})

test('behavior: an amount counts in a token of its action, the native coin or fixed decimals', () => {
  const stray = actions.map(({ action }) => [action.route, strayUnitsOf(action)] as const)
  expect(stray.filter(([, names]) => names.length > 0)).toEqual([])
})

test('behavior: a call that never carries value asks for none', () => {
  for (const { action } of actions.filter(({ action }) => action.sends === 'never')) {
    expect(action.value({ self: '0x', manager: '0x' } as never), action.route).toBe(0n)
  }
})
