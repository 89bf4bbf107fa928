import { type Address, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { Witness } from '@vaultwright/proof'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneEntryHeader } from '../../../../test/support/proven/one-entry.ts'
import { checkTerms, nothingStated, type StatedTerms } from './witness-terms.ts'

const vault = `0x${'11'.repeat(20)}` as Address
const otherAddress = `0x${'22'.repeat(20)}` as Address
const usualGas = 2n ** 24n
// Its time is 256, its gas limit 65793: below what a simulation gives.
const small = printHex(oneEntryHeader(keccak256(new Uint8Array(1))))
const wide = printHex(
  oneEntryHeader(keccak256(new Uint8Array(1)), { gasLimit: Uint8Array.of(2, 0, 0, 0) }),
)

function witnessWith(request: Partial<Witness['request']>, more: Partial<Witness> = {}): Witness {
  return {
    chainId: 1,
    hardfork: 'osaka',
    blockHash: `0x${'00'.repeat(32)}`,
    header: wide,
    ancestors: [],
    nodes: [],
    codes: [],
    request: {
      from: otherAddress,
      to: vault,
      data: '0x',
      value: 0n,
      gas: usualGas,
      timestamp: 257n,
      vault: undefined,
      watch: [],
      ...request,
    },
    ...more,
  }
}

const findingsIn = (witness: Witness, stated: Partial<StatedTerms> = {}) =>
  checkTerms(witness, { ...nothingStated, ...stated }).map(
    ({ weight, term }) => `${weight} ${term}`,
  )

test.each<readonly [string, Witness, Partial<StatedTerms>, readonly string[]]>([
  ['what follows from the block', witnessWith({}), {}, []],
  ['the time of its block', witnessWith({ timestamp: 256n }), {}, ['no time']],
  ['a later time, which nobody stated', witnessWith({ timestamp: 258n }), {}, ['no time']],
  ['a later time that a person states', witnessWith({ timestamp: 258n }), { atUnix: 258n }, []],
  ['a stated time before its block', witnessWith({}), { atUnix: 256n }, ['no time']],
  ['less gas, which nobody stated', witnessWith({ gas: 21_000n }), {}, ['no gas']],
  ['less gas that a person states', witnessWith({ gas: 21_000n }), { gas: 21_000n }, []],
  ['all gas of the block', witnessWith({}, { hardfork: 'prague' }), { gas: 2n ** 25n }, []],
  ['more gas than the block has', witnessWith({}), { gas: 2n ** 25n + 1n }, ['no gas']],
  ['more gas than Osaka gives one', witnessWith({}), { gas: usualGas + 1n }, ['no gas']],
  ['the same before Osaka', witnessWith({}, { hardfork: 'cancun' }), { gas: usualGas + 1n }, []],
  ['a block that has less than a simulation', witnessWith({}, { header: small }), {}, ['no gas']],
  ['the balances of no vault', witnessWith({ vault: null }), { vault }, ['incomplete vault']],
  ['a vault that nobody stated', witnessWith({ vault }), {}, ['incomplete vault']],
  ['the stated vault', witnessWith({ vault }), { vault }, []],
  ['another vault than the stated', witnessWith({ vault }), { vault: otherAddress }, ['no vault']],
  ['a header that is none', witnessWith({}, { header: '0xc0' }), {}, ['no header']],
])('golden: %s', (_, witness, stated, expected) => {
  expect(findingsIn(witness, stated)).toEqual(expected)
})

test('law: whatever a witness chooses of time and gas, nothing is found where it is what its block gives alone', () => {
  const time = fc.oneof(fc.bigInt({ min: 0n, max: 600n }), fc.constant(257n))
  const gas = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 26n }), fc.constant(usualGas))
  fc.assert(
    fc.property(time, gas, (timestamp, given) => {
      const isUsual = timestamp === 257n && given === usualGas
      expect(findingsIn(witnessWith({ timestamp, gas: given })).length === 0).toBe(isUsual)
    }),
  )
})
