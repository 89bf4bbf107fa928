import type { VaultRules } from '@vaultwright/store'
import { expect, test } from 'vitest'
import { knownRulesOf, numberOf } from './known-rules.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const

function rulesOf(changed: Partial<VaultRules> = {}): VaultRules {
  const deployment = { chain: 'base', manager: address('2'), drones: [address('3')] }
  return { address: address('1'), name: 'A', definition: 'a', lock: null, deployment, ...changed }
}

test('law: rules are one object while they are the same, and another once anything of them changes', () => {
  const rulesOfVault = knownRulesOf({})
  const first = rulesOfVault('t1', rulesOf())
  expect(rulesOfVault('t1', rulesOf())).toBe(first)
  const { deployment } = rulesOf()
  const changes: readonly Partial<VaultRules>[] = [
    { name: 'B' },
    { definition: 'b' },
    { definition: null },
    { lock: '{}' },
    { deployment: { ...deployment, manager: address('4') } },
    { deployment: { ...deployment, drones: [] } },
  ]
  for (const change of changes) {
    const before = rulesOfVault('t1', rulesOf())
    const after = rulesOfVault('t1', rulesOf(change))
    expect(after).toEqual(rulesOf(change))
    expect(numberOf(after)).not.toBe(numberOf(before))
  }
})

test('law: tenants, chains and stores have their own', () => {
  const rulesOfVault = knownRulesOf({})
  const first = rulesOfVault('t1', rulesOf())
  const otherRules = rulesOf({ deployment: { ...rulesOf().deployment, chain: 'ethereum' } })
  expect(rulesOfVault('t2', rulesOf())).not.toBe(first)
  expect(rulesOfVault('t1', otherRules)).toBe(otherRules)
  expect(knownRulesOf({})('t1', rulesOf())).not.toBe(first)
  expect(rulesOfVault('t1', rulesOf())).toBe(first)
})
