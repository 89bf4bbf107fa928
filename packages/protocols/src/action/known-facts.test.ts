import type { Address } from '@vaultwright/base'
import { emptyFacts, knownFactsOf, mergeFacts, protocolOf } from '@vaultwright/protocols'
import { knownContracts } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const staked = '0x9D39A5DE30e57443BfF2A8307A4256c8797A3497'

test('default: joined sources answer as the first that knows', () => {
  const label = fc.option(fc.string())
  fc.assert(
    fc.property(fc.array(label), (labels) => {
      const sources = labels.map((one) => ({ ...emptyFacts, labelOf: () => one }))
      const label = labels.find((one) => one !== null) ?? null
      expect(mergeFacts(sources).labelOf(usdt)).toBe(label)
    }),
  )
})

test('behavior: each protocol that the registry names is one that is described here', () => {
  const names = new Set(knownContracts.map(({ protocol }) => protocol))
  expect([...names].filter((name) => protocolOf(name) === null)).toEqual([])
})

test('behavior: the registry tells tokens and what contracts are', () => {
  const facts = knownFactsOf(1)
  expect(facts.tokenOf(usdt)).toMatchObject({ symbol: 'USDT', decimals: 6, resetsApproval: true })
  expect(new Set(facts.protocolsOf(staked))).toEqual(new Set(['ethena', 'erc_4626']))
})

test('behavior: who knows only decimals does not hide that a token wants its allowance reset', () => {
  const byHand = {
    ...emptyFacts,
    tokenOf: () => ({ symbol: 'USD₮0', decimals: 6, resetsApproval: null }),
  }
  const facts = mergeFacts([byHand, emptyFacts, knownFactsOf(1)])
  expect(facts.tokenOf(usdt)).toMatchObject({ symbol: 'USD₮0', decimals: 6, resetsApproval: true })
  expect(facts.tokenOf(staked)?.resetsApproval).toBe(
    knownFactsOf(1).tokenOf(staked)!.resetsApproval,
  )
  expect(mergeFacts([byHand]).tokenOf(usdt)?.resetsApproval).toBeNull()
})

test('error: an unknown fact is null, not a guess', () => {
  const unlisted: Address = '0x00000000000000000000000000000000DeaDBeef'
  const facts = mergeFacts([knownFactsOf(1), emptyFacts])
  expect(facts.tokenOf(unlisted)).toBeNull()
  expect(facts.labelOf(unlisted)).toBeNull()
  expect(facts.protocolsOf(unlisted)).toEqual([])
  expect(facts.factOf(unlisted, 'asset()')).toBeNull()
})
