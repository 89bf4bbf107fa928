import { expect, test } from 'vitest'
import { leafCommandOf } from './leaf-command.ts'
import { parsePastedCall } from './pasted-call.ts'

const target = '0x1111111111111111111111111111111111111111'
const otherAddress = '0x2222222222222222222222222222222222222222'

test('golden: calldata, words and JSON are read as the same call', () => {
  const call = { target, data: '0x095ea7b3', value: '0' }
  expect(parsePastedCall(' 0x095ea7b3\n', target)).toEqual({ kind: 'call', call })
  expect(parsePastedCall(`${target} 0x095ea7b3`, otherAddress)).toEqual({ kind: 'call', call })
  const json = JSON.stringify({ to: target, data: '0x095ea7b3', value: '0x0' })
  expect(parsePastedCall(json, otherAddress)).toEqual({ kind: 'call', call })
})

test('refuses: what is not a call says what is wrong with it', () => {
  for (const text of ['', '0x123', 'hello', '{', '{"data": 1}', `${target} 0x00 -1`, '0x 1 2 3']) {
    expect(parsePastedCall(text, target), text).toMatchObject({ kind: 'problem' })
  }
})

test('refuses: the name of a file is one word of the shell, never an option', () => {
  expect(leafCommandOf('tree.json', 4)).toBe('vaultwright tree show tree.json --leaf 4')
  expect(leafCommandOf("it's; rm -rf $(x)", 0)).toContain("'it'\\''s; rm -rf $(x)'")
  expect(leafCommandOf('--help', 0)).toContain(' ./--help ')
})
