import type { ProvenHeader } from '@vaultwright/proof'
import { chains, chainsWithHardforks, hardforkAt, stateFamilyOf } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { rulesAfter } from './rules.ts'

const word = `0x${'11'.repeat(32)}` as const
const osakaOfMainnet = 1_764_798_551n
const headerWith = (change: Partial<ProvenHeader>): ProvenHeader => ({
  hash: word,
  number: 1n,
  timestamp: osakaOfMainnet,
  stateRoot: word,
  parentHash: word,
  gasLimit: 30_000_000n,
  baseFeePerGas: 1n,
  lastField: 'requestsHash',
  unknownFieldCount: 0,
  ...change,
})
const refusalOf = (header: ProvenHeader, terms: Parameters<typeof rulesAfter>[1]) => {
  try {
    return rulesAfter(header, terms)
  } catch (error) {
    return error
  }
}

test('law: rules are given for chains of the table alone, and are those of the block after the header', () => {
  const chainIds = fc.oneof(fc.constantFrom(...chains.map(({ id }) => id)), fc.nat(2 ** 31))
  fc.assert(
    fc.property(chainIds, fc.bigInt(1_600_000_000n, 2_000_000_000n), (chainId, timestamp) => {
      const listed = hardforkAt(chainId, timestamp + 1n)
      const lastField = listed === 'cancun' ? 'parentBeaconBlockRoot' : 'requestsHash'
      const rules = refusalOf(headerWith({ timestamp, lastField }), { chainId, hardfork: null })
      if (chainsWithHardforks.includes(chainId) && listed !== null) {
        expect(rules).toEqual({ chainId, hardfork: listed })
      } else if (stateFamilyOf(chainId) === 'ethereum') {
        expect(rules).toMatchObject({ code: 'unknown_hardfork' })
      } else expect(rules).toMatchObject({ code: 'chain_not_provable', facts: { chainId } })
    }),
    { numRuns: runsOf(1) },
  )
})

test.each([
  ['Arbitrum One', 42161, 'arbitrum', 'Stylus'],
  ['Base', 8453, 'op_stack', 'OP Stack'],
  ['Scroll', 534352, 'other_trie', 'another tree'],
  ['The chain', 324, 'other_trie', 'another tree'],
  ['The chain', 1101, 'other_trie', 'another tree'],
  ['BNB Smart Chain', 56, 'other_rules', 'rules of its own'],
] as const)(
  'refuses: %s (%i) by name, whatever hardfork is named',
  (name, chainId, family, why) => {
    for (const hardfork of [null, 'osaka']) {
      const refusal = refusalOf(headerWith({}), { chainId, hardfork })
      expect(refusal).toMatchObject({ code: 'chain_not_provable', facts: { chainId, family } })
      const { message } = refusal as Error
      expect(message).toContain(`${name} (chain ${chainId})`)
      expect(message).toContain(why)
      expect(message).toContain('compare the engines node and fork')
    }
  },
)

test('refuses: a hardfork that is not known, one of another time, and a header of other rules', () => {
  expect(refusalOf(headerWith({}), { chainId: 1, hardfork: 'amsterdam' })).toMatchObject({
    code: 'unknown_hardfork',
    facts: { chainId: 1, hardfork: 'amsterdam' },
  })
  // The headers of Prague and Osaka look the same: the table decides.
  expect(refusalOf(headerWith({}), { chainId: 1, hardfork: 'prague' })).toMatchObject({
    code: 'other_hardfork',
    facts: { named: 'prague', listed: 'osaka' },
  })
  expect(refusalOf(headerWith({}), { chainId: 17_000, hardfork: 'osaka' })).toMatchObject({
    code: 'unknown_hardfork',
  })
  for (const unknownFieldCount of [1, 2]) {
    const header = headerWith({ unknownFieldCount })
    expect(refusalOf(header, { chainId: 1, hardfork: null })).toMatchObject({
      code: 'header_not_understood',
    })
  }
  const older = headerWith({ lastField: 'parentBeaconBlockRoot' })
  expect(refusalOf(older, { chainId: 1, hardfork: null })).toMatchObject({
    code: 'header_not_understood',
  })
})

test('law: a local chain has the rules that its header shows, or those that are named', () => {
  const chainId = 31_337
  const shown = headerWith({ lastField: 'parentBeaconBlockRoot' })
  expect(rulesAfter(shown, { chainId, hardfork: null })).toEqual({ chainId, hardfork: 'cancun' })
  for (const hardfork of ['prague', 'osaka']) {
    expect(rulesAfter(headerWith({}), { chainId, hardfork })).toEqual({ chainId, hardfork })
  }
})

test('refuses: a local chain whose header fits two hardforks, or none', () => {
  const question = { chainId: 31_337, hardfork: null }
  expect(refusalOf(headerWith({}), question)).toMatchObject({
    code: 'hardfork_not_shown',
    facts: { shown: ['prague', 'osaka'] },
    message: expect.stringContaining('--hardfork'),
  })
  expect(refusalOf(headerWith({ lastField: 'withdrawalsRoot' }), question)).toMatchObject({
    code: 'hardfork_not_shown',
    facts: { shown: [] },
  })
})
