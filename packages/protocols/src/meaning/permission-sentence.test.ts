import type { Address } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { actionOf } from '../catalogue/protocol.ts'
import { protocols } from '../catalogue/protocol-list.generated.ts'
import { permissionSentenceOf } from './permission-sentence.ts'
import { callContextOf } from './value-text.ts'

const vault: Address = '0x1111111111111111111111111111111111111111'
const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const context = callContextOf(1, vault)

test('golden: bound values have their names, free ones are any', () => {
  const supply = actionOf('aave_v3/supply')!
  const pool: Address = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
  const sentence = permissionSentenceOf(supply, { asset: usdc, pool }, context)
  expect(sentence).toContain('any amount of USDC')
  expect(sentence).not.toContain('{')
  expect(permissionSentenceOf(supply, { pool }, context)).toBe(
    'Supply any amount of any asset to Aave v3 Core 0x8787…A4E2',
  )
})

test('law: no sentence keeps a gap, bound or not', () => {
  for (const { actions } of protocols) {
    for (const action of actions) {
      expect(permissionSentenceOf(action, {}, context), action.route).not.toMatch(/[{}]/)
    }
  }
})
