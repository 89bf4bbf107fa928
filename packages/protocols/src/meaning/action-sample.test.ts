import { decodeCall, parseSignature, selectorOf } from '@vaultwright/manager'
import {
  type Action,
  type ActionInputValues,
  actionOf,
  encodeAction,
  meaningsOf,
  protocols,
  sampleOf,
} from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { callArgumentsOf } from './argument.ts'
import { guessedMeaningOf } from './argument-meaning.ts'
import { changedValue } from './marked-value.ts'

const usesOf = (route: string) =>
  Object.fromEntries(
    [...meaningsOf(actionOf(route)!).values()].map(({ pattern, use }) => [pattern, use]),
  )

test('law: what an argument is said to be is what the action puts there', () => {
  let compared = 0
  for (const action of protocols.flatMap((protocol) => protocol.actions)) {
    const meanings = meaningsOf(action)
    const values = sampleOf(action, action.sizes.find((size) => size > 0) ?? 1)
    for (const [path, { pattern, value }] of meanings.size === 0
      ? []
      : argumentsOf(action, values)) {
      const meaning = meanings.get(pattern)
      const [name, ...further] = meaning?.parameters ?? []
      if (meaning === undefined || name === undefined || further.length > 0) continue
      if (meaning.use === 'derived' || meaning.use === 'raw') continue
      const whole = values[name]!
      const isThere = value === whole || (Array.isArray(whole) && whole.includes(value))
      if (!isThere) {
        // Another parameter decides that this one is left out: then it changes nothing.
        const changed = argumentsOf(action, { ...values, [name]: changedValue(whole) })
        expect([action.route, path, changed.get(path)?.value]).toEqual([action.route, path, value])
      }
      compared++
    }
  }
  expect(compared).toBeGreaterThan(800)
})

function argumentsOf(action: Action, values: ActionInputValues) {
  const fn = parseSignature(action.signature)
  const decoded = decodeCall(fn, encodeAction(action, values)).values
  const args = callArgumentsOf(fn, decoded, selectorOf(fn.canonical))
  return new Map(args.map((argument) => [argument.path, argument]))
}

test('golden: the arguments of a supply, a swap along a path and a swap of a third party', () => {
  expect(usesOf('aave_v3/supply')).toEqual({
    asset: 'token',
    amount: 'amount',
    onBehalfOf: 'self',
    referralCode: 'constant',
  })
  expect(usesOf('uniswap_v3/swap')).toMatchObject({
    'params.path': 'derived',
    'params.path[].token': 'token',
    'params.amountOutMinimum': 'minimum',
    'params.recipient': 'self',
    'params.deadline': 'deadline',
  })
  expect(usesOf('odos/swap')).toMatchObject({
    'tokenInfo.outputMin': 'minimum',
    'tokenInfo.outputReceiver': 'self',
    pathDefinition: 'payload',
    executor: 'account',
  })
  expect(usesOf('morpho_blue/supply')).toMatchObject({ assets: 'amount', shares: 'integer' })
})

test('refuses: a guess is never passed off as the meaning of an action', () => {
  const guess = (pattern: string, type: string) => guessedMeaningOf({ pattern, type })
  expect(guess('params.amountOutMin', 'uint256')).toEqual({
    pattern: 'params.amountOutMin',
    use: 'minimum',
    parameters: [],
    constant: null,
    isGuessed: true,
  })
  expect(guess('x', 'uint256').use).toBe('number')
  expect(guess('data', 'bytes').use).toBe('payload')
  const stated = [...meaningsOf(actionOf('aave_v3/supply')!).values()]
  expect(stated.filter(({ isGuessed }) => isGuessed)).toEqual([])
})
