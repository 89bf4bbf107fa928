import type { Address } from '@vaultwright/base'
import { emptyFacts, type KnownFacts, knownFactsOf } from '@vaultwright/protocols'
import { knownTokens } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { rememberFacts } from './remembered-facts.ts'

const tokens = knownTokens.filter(({ chainId }) => chainId === 1).map(({ address }) => address)

test('law: answers are those of the facts, for what is a token and what is not', () => {
  const facts = knownFactsOf(1)
  const remembered = rememberFacts(facts)
  const unknown = '0x00000000000000000000000000000000000000aa'
  for (const account of [...tokens, unknown, ...tokens, unknown] as Address[]) {
    expect(remembered.tokenOf(account)).toEqual(facts.tokenOf(account))
    expect(remembered.labelOf(account)).toEqual(facts.labelOf(account))
  }
})

test('golden: each account is asked for once, and 500 are remembered', () => {
  const calls: string[] = []
  const facts: KnownFacts = {
    ...emptyFacts,
    tokenOf: (account) => {
      calls.push(account)
      return null
    },
  }
  const remembered = rememberFacts(facts)
  const accountOf = (index: number): Address => `0x${index.toString(16).padStart(40, '0')}`
  for (const index of [1, 1, 2, 1]) expect(remembered.tokenOf(accountOf(index))).toBeNull()
  expect(calls).toEqual([accountOf(1), accountOf(2)])
  for (let index = 3; index <= 502; index++) remembered.tokenOf(accountOf(index))
  remembered.tokenOf(accountOf(1))
  expect(calls).toHaveLength(503)
})
