import { defaultOrderSeconds, maxBookSeconds, minimumOrderSeconds } from '@vaultwright/swap'
import { operations } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { pairAnswers } from '../../../../../../test/support/swap/swap-answer.ts'
import { emptyOrder, orderAsked, orderProblemsOf } from './order-input.ts'

const pair = pairAnswers()[0]!
const order = { ...emptyOrder, amount: '1', price: '2600' }
const [minimum, maximum] = [Number(minimumOrderSeconds), Number(maxBookSeconds)]

test('golden: a form that nobody touched asks for the life that the API takes where it is left out', () => {
  expect(orderAsked(order, pair).validForSeconds).toBe(defaultOrderSeconds)
  const { valid_for_seconds: life } = operations.buildLimitOrder.body.properties
  expect(life).toMatchObject({ default: defaultOrderSeconds, minimum, maximum })
  expect(orderProblemsOf(order, pair)).toEqual({})
})

test('law: the form takes a life that the API takes, from its least to its most', () => {
  const isTaken = (length: number, unit: keyof typeof units) =>
    orderProblemsOf({ ...order, length: String(length), unit }, pair).length === undefined
  const units = { minutes: 60, hours: 3_600, days: 86_400 }
  for (const [unit, seconds] of Object.entries(units)) {
    const [least, most] = [Math.ceil(minimum / seconds), Math.floor(maximum / seconds)]
    const answers = [0, least - 1, least, most, most + 1].map((length) =>
      isTaken(length, unit as keyof typeof units),
    )
    expect([unit, ...answers]).toEqual([unit, false, false, true, true, false])
  }
})

test('refuses: a life that is not a whole number, at its field', () => {
  for (const length of ['', '1.5', '-5', 'a day'])
    expect(orderProblemsOf({ ...order, length }, pair)).toHaveProperty('length')
})
