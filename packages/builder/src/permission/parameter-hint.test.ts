import { type ActionParameter, protocols } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { isDirect, readDecimalText, readInput, readList } from '../value/parameter-input.ts'
import { hintOf } from './parameter-hint.ts'

const parameters = protocols.flatMap(({ actions }) =>
  actions.flatMap(({ route, parameters }) =>
    Object.entries(parameters).map(([name, parameter]): [string, ActionParameter] => [
      `${route} ${name}`,
      parameter,
    ]),
  ),
)
const nothing = { names: new Map(), record: { names: new Map(), chain: null } } as never

/** The reading of a text by the builder, as far as the text alone decides. */
function readingOf(parameter: ActionParameter, text: string) {
  if (isDirect(parameter)) return readInput(parameter, text, nothing)
  if (parameter.kind === 'amounts' || parameter.kind === 'minimums')
    return readList(text, readDecimalText)
  return readDecimalText(text)
}

test('law: the builder reads the example and each usual value of every parameter', () => {
  expect(parameters.length).toBeGreaterThan(1_000)
  const unread = parameters.flatMap(([name, parameter]) => {
    const { example, suggestions } = hintOf(parameter)
    const texts = [...(example === null ? [] : [example]), ...suggestions.map(([, text]) => text)]
    return texts.filter((text) => !readingOf(parameter, text).ok).map((text) => `${name}: ${text}`)
  })
  expect(unread).toEqual([])
  const without = parameters.filter(([, parameter]) => hintOf(parameter).example === null)
  expect([...new Set(without.map(([, { kind }]) => kind))].toSorted()).toEqual(['actions'])
})

test('golden: an amount names the parameter of its token, and a fee tier its percentage', () => {
  const of = (name: string) => hintOf(new Map(parameters).get(name)!)
  expect(of('uniswap_v3/swap minimum').unit).toBe('token_out')
  expect(of('native_wrapper/wrap amount').unit).toBe('native')
  expect(of('uniswap_v3/swap fee')).toEqual({
    unit: null,
    example: '100',
    suggestions: [
      ['0.01 %', '100'],
      ['0.05 %', '500'],
      ['0.3 %', '3000'],
      ['1 %', '10000'],
    ],
  })
})
