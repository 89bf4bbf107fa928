import { parseSignature } from '@vaultwright/manager'
import { protocols, questionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'

test('default', () => {
  expect(questionOf('coins(uint256)')).toEqual({ signature: 'coins(uint256)', field: null })
  expect(questionOf('readTokens().pt')).toEqual({ signature: 'readTokens()', field: 'pt' })
})

test('behavior: every fact of every action can be asked, and its field is in the answer', () => {
  const wrong: string[] = []
  for (const { route, parameters } of protocols.flatMap(({ actions }) => actions)) {
    for (const { fact } of Object.values(parameters)) {
      if (fact === undefined) continue
      const { signature, field } = questionOf(fact.call)
      const answer = parseSignature(`answer${fact.returns}`).inputs
      const names = answer.fields.map(({ name }) => name)
      if (parseSignature(signature).canonical !== signature) wrong.push(`${route}: ${signature}`)
      if (field !== null && !names.includes(field)) wrong.push(`${route}: ${fact.call}`)
      if (parameters[fact.of] === undefined) wrong.push(`${route}: of ${fact.of}`)
    }
  }
  expect(wrong).toEqual([])
})
