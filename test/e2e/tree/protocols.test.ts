import { actionOf, protocols } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { ask, run } from '../program.ts'

type Listed = {
  readonly name: string
  readonly actions: readonly { readonly route: string }[]
}

test('law: every protocol and every action is listed once, and shown as it is listed', () => {
  const listed: readonly Listed[] = ask(['protocols', 'list']).protocols
  expect(listed.map(({ name }) => name)).toEqual(protocols.map(({ name }) => name))
  const routes = listed.flatMap(({ actions }) => actions.map(({ route }) => route))
  expect(new Set(routes).size).toBe(routes.length)
  for (const route of routes) expect(actionOf(route), route).not.toBeNull()
  for (const view of [listed[0]!, listed.at(-1)!]) {
    expect(ask(['protocols', 'show', view.name])).toEqual(view)
  }
})

test('golden: a protocol with its actions, parameters and what its decoder packs', () => {
  const { code, out } = run(['protocols', 'show', 'permit2'])
  expect(code).toBe(0)
  expect(out).toMatchSnapshot()
})

test('refuses: a name that is not a protocol, with the nearest one', () => {
  expect(run(['protocols', 'show', 'aave_v4']).code).toBe(3)
  expect(ask(['protocols', 'show', 'aave_v4']).error).toMatchObject({
    code: 'unknown_protocol',
    facts: { name: 'aave_v4', nearest: 'aave_v3' },
  })
})
