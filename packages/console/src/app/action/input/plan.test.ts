import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyInput } from './field.ts'
import {
  type ActionPlan,
  maxActions,
  moveAction,
  parseDraft,
  printDraft,
  putAction,
  withoutAction,
} from './plan.ts'
import { refusedBatchOf } from './refused-field.ts'

const planOf = (routes: readonly string[]): ActionPlan =>
  routes.reduce<ActionPlan>(
    (plan, route) => putAction(plan, { route, input: { texts: { amount: route }, all: [] } }, null),
    [],
  )

const routes = fc.array(fc.constantFrom('a/b', 'c/d', 'e/f'), { maxLength: 60 })

test('law: moving keeps every action, and the moved one is where it was put', () => {
  fc.assert(
    fc.property(routes, fc.nat(), fc.nat({ max: 70 }), (names, chosen, place) => {
      const plan = planOf(names)
      expect(plan.length).toBe(Math.min(names.length, maxActions))
      const action = plan[chosen % Math.max(1, plan.length)]
      if (action === undefined) return
      const moved = moveAction(plan, action.id, place)
      expect(moved.indexOf(action)).toBe(Math.min(place, plan.length - 1))
      expect(withoutAction(moved, action.id)).toEqual(withoutAction(plan, action.id))
    }),
  )
})

test('law: a draft is read back as it was written, whatever stands in the storage', () => {
  const allowed = new Set(['a/b', 'c/d', 'e/f'])
  fc.assert(
    fc.property(routes, fc.anything(), (names, other) => {
      const plan = planOf(names)
      expect(parseDraft(printDraft(plan), allowed)).toEqual(plan)
      expect(parseDraft(JSON.stringify(other) ?? null, allowed)).toEqual([])
    }),
  )
  const foreign = printDraft(planOf(['x/y', 'a/b']))
  expect(parseDraft(foreign, allowed).map(({ route }) => route)).toEqual(['a/b'])
  expect(parseDraft('{', allowed)).toEqual([])
})

test('golden: a changed action keeps its place', () => {
  const plan = planOf(['a/b', 'c/d'])
  const changed = putAction(plan, { route: 'e/f', input: emptyInput }, plan[0]!.id)
  expect(changed.map(({ route }) => route)).toEqual(['e/f', 'c/d'])
})

test('golden: refusals stand at their fields, the rest is said with its action', () => {
  const { fields, others: further } = refusedBatchOf([
    { loc: ['body', 'actions', 0, 'params', 'asset'], msg: 'Not permitted.' },
    { loc: ['body', 'actions', 1, 'params'], msg: 'These do not go together.' },
    { loc: ['body', 'actions'], msg: 'Too many.' },
    { loc: ['body', 'actions', 0, 'params', 'asset'], msg: 'Choose another.' },
  ])
  expect([...fields]).toEqual([[0, { asset: 'Not permitted. Choose another.' }]])
  expect(further).toEqual(['Action 2: These do not go together.', 'Too many.'])
})
