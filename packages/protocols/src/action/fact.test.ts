import { parseSignature } from '@vaultwright/manager'
import { parseFactCall, protocols, sampleOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'

test('default', () => {
  expect(parseFactCall('coins(uint256)')).toEqual({ signature: 'coins(uint256)', field: null })
  expect(parseFactCall('readTokens().pt')).toEqual({ signature: 'readTokens()', field: 'pt' })
})

test('behavior: every fact of every action can be asked, and its field is in the answer', () => {
  const wrong: string[] = []
  for (const { route, parameters } of protocols.flatMap(({ actions }) => actions)) {
    for (const { fact } of Object.values(parameters)) {
      if (fact === undefined) continue
      const { signature, field } = parseFactCall(fact.call)
      const answer = parseSignature(`answer${fact.returns}`).inputs
      const names = answer.fields.map(({ name }) => name)
      if (parseSignature(signature).canonical !== signature) wrong.push(`${route}: ${signature}`)
      if (field !== null && !names.includes(field)) wrong.push(`${route}: ${fact.call}`)
      if (parameters[fact.of] === undefined) wrong.push(`${route}: of ${fact.of}`)
    }
  }
  expect(wrong).toEqual([])
})

test('behavior: every quote asks for as much as its call takes, and its field is in the answer', () => {
  const wrong: string[] = []
  for (const action of protocols.flatMap(({ actions }) => actions)) {
    for (const parameter of Object.values(action.parameters)) {
      if (!('quote' in parameter) || parameter.quote === undefined) continue
      const quote = parameter.quote(sampleOf(action, action.sizes[0] ?? 0))
      const { signature, field } = parseFactCall(quote.call)
      const parsed = parseSignature(signature)
      const names = parseSignature(`answer${quote.returns}`).inputs.fields.map(({ name }) => name)
      if (parsed.inputs.fields.length !== quote.arguments.length) wrong.push(action.route)
      if (field !== null && !names.includes(field)) wrong.push(`${action.route}: ${quote.call}`)
    }
  }
  expect(wrong).toEqual([])
})
