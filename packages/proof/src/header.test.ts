import type { Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { checkSeal } from './header.ts'

const empty = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const hash = '0x252f5e35486d491398efdb8860a773fa8d61dabfef22cfd3e8e49d1b2c6366b6'

/** A block that Anvil 1.7.1 made, with every field up to EIP-7685. */
const block = {
  hash,
  parentHash: '0x62634416e4ceab19ebef5f072c73561a50007c3364d2520de10de78bc46f5159',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: '0x0000000000000000000000000000000000000000',
  stateRoot: '0x70b6bab183b62a718f8bf31a5c6d7fdbcc9b6ad5f31552c3d80d5f68d9530074',
  transactionsRoot: empty,
  receiptsRoot: empty,
  logsBloom: `0x${'00'.repeat(256)}`,
  difficulty: '0x0',
  number: '0x3',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  timestamp: '0x6b013cb8',
  extraData: '0x',
  mixHash: '0x2f2cc9b694958f9ea179fec254dab59944fa4de1ced4fce0a2e480762802f60a',
  nonce: '0x0000000000000000',
  baseFeePerGas: '0x2da282a8',
  withdrawalsRoot: empty,
  blobGasUsed: '0x0',
  excessBlobGas: '0x0',
  parentBeaconBlockRoot: `0x${'00'.repeat(32)}`,
  requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
}

const isSealed = (value: unknown, of: Hex) => checkSeal(value, of).isSealed

test('default', () => {
  expect(isSealed(block, hash)).toBe(true)
})

test('law: no field can be changed or left out', () => {
  for (const name of Object.keys(block).filter((key) => key !== 'hash')) {
    const text = block[name as keyof typeof block]
    const changed = text === '0x' ? '0x01' : `${text.slice(0, -1)}${text.endsWith('1') ? '2' : '1'}`
    expect(isSealed({ ...block, [name]: changed }, hash), name).toBe(false)
    expect(isSealed({ ...block, [name]: undefined }, hash), name).toBe(false)
    expect(isSealed({ ...block, [name]: 7 }, hash), name).toBe(false)
  }
  expect(isSealed(null, hash)).toBe(false)
  expect(isSealed([], hash)).toBe(false)
})

test('golden: fields of a newer hardfork are named when the header is not sealed', () => {
  const newer = { ...block, blockAccessListHash: empty, slotNumber: '0x1', transactions: [] }
  const otherHash: Hex = `0x${'11'.repeat(32)}`
  expect(checkSeal(newer, otherHash)).toEqual({
    isSealed: false,
    unknownFields: ['blockAccessListHash', 'slotNumber'],
  })
  expect(checkSeal(newer, hash)).toEqual({ isSealed: true, unknownFields: [] })
})
