import { printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { encodeHeader, openHeader, type ProvenHeader } from '@vaultwright/proof'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeHeader } from '../../../../test/support/evm/made-state.ts'
import { digitsOf, encodeBytes, encodeList } from '../../../../test/support/evm/trie.ts'
import { rulesAfter } from './rules.ts'

const { requestsHash, ...cancunFields } = madeHeader
const pragueHeader = openHeader(encodeHeader(madeHeader)!)
const cancunHeader = openHeader(encodeHeader(cancunFields)!)

/** A header with further fields at its end, as a hardfork adds them. */
function longerHeader(added: readonly Uint8Array[]): ProvenHeader {
  const numbers = new Set(['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'])
  const laterFields = new Set(['baseFeePerGas', 'blobGasUsed', 'excessBlobGas'])
  const fields = Object.entries(madeHeader).map(([name, value]) =>
    numbers.has(name) || laterFields.has(name)
      ? digitsOf(BigInt(value))
      : Uint8Array.from(Buffer.from(value.slice(2), 'hex')),
  )
  const encoded = encodeList([...fields, ...added].map((field) => encodeBytes(field)))
  const header = openHeader(encoded)
  expect(header.hash).toBe(printHex(keccak256(encoded)))
  return header
}

test('golden: the rules follow from the table of the registry', () => {
  const headerAt = (header: ProvenHeader, timestamp: bigint, chainId = 1) =>
    rulesAfter({ ...header, timestamp }, { chainId, hardfork: null }).hardfork
  expect(headerAt(cancunHeader, 1_746_612_309n)).toBe('cancun')
  expect(headerAt(pragueHeader, 1_746_612_311n)).toBe('prague')
  // The block after the last one of Prague has the rules of Osaka already.
  expect(headerAt(pragueHeader, 1_764_798_549n)).toBe('prague')
  expect(headerAt(pragueHeader, 1_764_798_550n)).toBe('osaka')
})

test('refuses: a header with fields that are not known, whichever and however many, under any rules', () => {
  expect(longerHeader([]).unknownFieldCount).toBe(0)
  const field = fc.uint8Array({ minLength: 0, maxLength: 40 })
  fc.assert(
    fc.property(
      fc.array(field, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('cancun', 'prague', 'osaka', null),
      (added, hardfork) => {
        const header = longerHeader(added)
        expect(header.unknownFieldCount).toBe(added.length)
        expect(() => rulesAfter(header, { chainId: 1, hardfork })).toThrow('of a newer hardfork')
      },
    ),
  )
})

test('refuses: rules by name that the header does not fit', () => {
  const check = (header: ProvenHeader, hardfork: string) => () =>
    rulesAfter(header, { chainId: 31_337, hardfork })
  expect(check(cancunHeader, 'cancun')()).toEqual({ chainId: 31_337, hardfork: 'cancun' })
  expect(check(pragueHeader, 'osaka')()).toEqual({ chainId: 31_337, hardfork: 'osaka' })
  for (const name of ['prague', 'osaka']) {
    expect(check(cancunHeader, name)).toThrow('ends with parentBeaconBlockRoot')
  }
  expect(check(pragueHeader, 'cancun')).toThrow('ends with requestsHash')
})
