import type { Hex } from '@vaultwright/base'
import type { ProvenHeader } from '@vaultwright/proof'
import {
  chains,
  chainsWithHardforks,
  ethereumRulesOf,
  type Hardfork,
  hardforkAt,
  stateFamilyOf,
} from '@vaultwright/registry'
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
  extraData: '0x',
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

const lastFieldOf = {
  shanghai: 'withdrawalsRoot',
  cancun: 'parentBeaconBlockRoot',
  prague: 'requestsHash',
  osaka: 'requestsHash',
} as const
const holoceneData = `0x00${'0'.repeat(14)}fa` as const
const jovianData = `0x01${'0'.repeat(32)}` as const
const dataOf: Readonly<Record<string, Hex>> = {
  holocene: holoceneData,
  isthmus: holoceneData,
  jovian: jovianData,
  karst: jovianData,
}
/** The header of an upgrade as the chains make it. */
const shapeOf = (hardfork: Hardfork) => ({
  lastField: lastFieldOf[ethereumRulesOf(hardfork)],
  extraData: dataOf[hardfork] ?? ('0x' as const),
})

test('law: rules are given for chains of the table alone, and are those of the block after the header', () => {
  const chainIds = fc.oneof(fc.constantFrom(...chains.map(({ id }) => id)), fc.nat(2 ** 31))
  fc.assert(
    fc.property(chainIds, fc.bigInt(1_600_000_000n, 2_000_000_000n), (chainId, timestamp) => {
      const listed = hardforkAt(chainId, timestamp + 1n)
      const shape = listed === null ? {} : shapeOf(listed)
      const rules = refusalOf(headerWith({ timestamp, ...shape }), { chainId, hardfork: null })
      if (chainsWithHardforks.includes(chainId) && listed !== null) {
        expect(rules).toEqual({ chainId, hardfork: listed })
      } else if (chainsWithHardforks.includes(chainId) || stateFamilyOf(chainId) === 'ethereum') {
        expect(rules).toMatchObject({ code: 'unknown_hardfork' })
      } else expect(rules).toMatchObject({ code: 'chain_not_provable', facts: { chainId } })
    }),
    { numRuns: runsOf(1) },
  )
})

test.each([
  ['Arbitrum One', 42161, 'arbitrum', 'Stylus'],
  ['Mantle', 5000, 'op_stack', 'OP Stack'],
  ['Katana', 747_474, 'op_stack', 'OP Stack'],
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

test('golden: each upgrade of OP Mainnet begins with the block after its time, until rules that are not known', () => {
  const starts = [
    ['canyon', 1_704_992_401n],
    ['ecotone', 1_710_374_401n],
    ['fjord', 1_720_627_201n],
    ['granite', 1_726_070_401n],
    ['holocene', 1_736_445_601n],
    ['isthmus', 1_746_806_401n],
    ['jovian', 1_764_691_201n],
    ['karst', 1_783_526_401n],
  ] as const
  for (const [hardfork, time] of starts) {
    const header = headerWith({ timestamp: time - 1n, ...shapeOf(hardfork) })
    expect(refusalOf(header, { chainId: 10, hardfork: null })).toEqual({ chainId: 10, hardfork })
    const earlier = refusalOf({ ...header, timestamp: time - 2n }, { chainId: 10, hardfork })
    expect(earlier).toMatchObject({
      code: expect.stringMatching(/other_hardfork|unknown_hardfork|not_understood/),
    })
  }
})

test.each([
  ['OP Mainnet', 10, 1_799_683_201n, 'Lagoon since 2027-01-11'],
  ['Ink Sepolia', 763_373, 1_796_918_401n, 'Lagoon since 2026-12-10'],
  ['Base', 8453, 1_779_991_200n, 'Azul since 2026-05-28'],
] as const)(
  'refuses: %s once it has an upgrade whose rules are not known',
  (name, chainId, time, words) => {
    const question = { chainId, hardfork: null }
    const header = headerWith({ timestamp: time - 1n, ...shapeOf('jovian') })
    const refusal = refusalOf(header, question)
    expect(refusal).toMatchObject({ code: 'unknown_hardfork', facts: { chainId } })
    expect((refusal as Error).message).toContain(
      `${name} (chain ${chainId}) has the rules of its upgrade ${words}`,
    )
    expect(refusalOf({ ...header, timestamp: time - 2n }, question)).not.toHaveProperty('code')
  },
)

test('refuses: a header of an upgrade that the table has not, as that of a chain which goes its own way', () => {
  const question = { chainId: 60_808, hardfork: null }
  const isthmus = headerWith({ ...shapeOf('isthmus') })
  expect(refusalOf(isthmus, question)).toEqual({ chainId: 60_808, hardfork: 'isthmus' })
  for (const extraData of [jovianData, '0x', `${holoceneData}00`] as const) {
    const refusal = refusalOf({ ...isthmus, extraData }, question)
    expect(refusal).toMatchObject({ code: 'header_not_understood' })
    expect((refusal as Error).message).toContain(extraData)
  }
})
