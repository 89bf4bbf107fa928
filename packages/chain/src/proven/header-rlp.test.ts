import { type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { encodeHeader, openHeader } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import { madeHeader } from '../../../../test/support/evm/made-state.ts'
import { digitsOf, encodeBytes, encodeList } from '../../../../test/support/evm/trie.ts'
import { headerRlpIn } from './header-rlp.ts'

const call = { method: 'eth_getBlockByHash', params: [] }
const rlpOf = (value: unknown, hash?: Hex) =>
  headerRlpIn({ number: 1n, ...(hash === undefined ? {} : { hash }) }, call, { ok: true, value })
const encoded = encodeHeader(madeHeader)!
const hash = printHex(keccak256(encoded))

test('golden: a header that hashes to its hash is taken, whatever else the node says of the block', () => {
  expect(rlpOf(madeHeader, hash)).toEqual(encoded)
  const block = { ...madeHeader, hash, size: '0x1', transactions: [], blockAccessListHash: hash }
  expect(rlpOf(block, hash)).toEqual(encoded)
  expect(rlpOf(block)).toEqual(encoded)
})

test('refuses: fields of a newer hardfork by name, and not as a lie of the node', () => {
  // As the block after a hardfork is hashed: one more field at the end.
  const numbers = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'baseFeePerGas']
  const quantities = new Set([...numbers, 'blobGasUsed', 'excessBlobGas'])
  const fields = Object.entries(madeHeader).map(([name, value]) =>
    quantities.has(name) ? digitsOf(BigInt(value)) : Buffer.from(value.slice(2), 'hex'),
  )
  const added = Buffer.from('22'.repeat(32), 'hex')
  const newer = encodeList([...fields, added].map((field) => encodeBytes(field)))
  expect(openHeader(newer).unknownFieldCount).toBe(1)
  const value = { ...madeHeader, blockAccessListHash: `0x${'22'.repeat(32)}` }
  const refusal = () => rlpOf(value, printHex(keccak256(newer)))
  expect(refusal).toThrow('not known here ("blockAccessListHash")')
  expect(refusal).toThrow(expect.objectContaining({ code: 'header_not_understood' }))
})

test('refuses: a header without one of its fields', () => {
  expect(() => rlpOf({ ...madeHeader, stateRoot: undefined }, hash)).toThrow('not whole')
  expect(() => rlpOf('0x', hash)).toThrow('not whole')
})
