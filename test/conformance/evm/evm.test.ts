import { StateMissingError } from '@vaultwright/evm'
import { expect, test } from 'vitest'
import { comparePrograms } from './compare-programs.ts'
import { programs } from './program.ts'

test.each(['cancun', 'prague', 'osaka'] as const)(
  'law: %s: each program ends as on the node, to the unit of gas, and again from its witness alone',
  (hardfork) => comparePrograms({ hardfork, programs, gas: 1_000_000n }),
)

test('refuses: a piece that is left out is an error that names it, never an outcome', () => {
  const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  expect(new StateMissingError({ account }).code).toBe('state_missing')
})
