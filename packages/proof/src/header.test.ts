import type { Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { checkSeal, encodeHeader, openHeader } from './header.ts'

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

test('golden: a header of Base hashes as those of Ethereum do, and states the parameters of its base fee', () => {
  // Block 50,543,793 of Base, as its node printed it on 2026-08-28.
  const base = {
    ...block,
    hash: '0x5c29e3a12cd353c7466aaf91e62e0c6cd0f9da7a8d6af5a26e9afb3a3078ea18',
    parentHash: '0x4d8a3eb5aeebfe0d0f5f7d1b13affce6e00ff360b57bb5a20000e5ddf3e92b8f',
    miner: '0x4200000000000000000000000000000000000011',
    stateRoot: '0x0040794d29a28d8bce9b2256570f46784d0b709de6f31fed1257bf4444578cd5',
    transactionsRoot: '0x80b530eed966e17f9afc95d69b3331a6475c50318b73f677a66e910b40677beb',
    receiptsRoot: '0x6392c9163c8099dbf83f1e45077f07df168cc9a37062c05b8745afa74060a734',
    logsBloom:
      '0xbdfff7fef6efff5fffff7ff5ffff7bf7fffffffffffffdfffff6b6bfffffffbfbffcf7ffff9ffffdbfffbf7bfbffbfffdbfffff7fef7ff7dfff7fefffffdffbfdffffeffdbffd7fffffffefdfffffffd8fffefffffffffffdffbfaebfffffffffffeffffffffdbf77ffffd7fff7fedffdffeffffedfffeffffdffffff71ff7ebbfeffffbbffdfeefffffdffffff5fff7dffbffe7bbedfefffbfbeb7ffdff7df9fefffbfffff7fefffefffef7dfeffffefefffdffffdfffff7bffbfff5bff7fffbbddfffffdf7fff77ffdffffaffdfffff7ffdffff7bffb7cfffd97f3dffffbffd7ffffcfefffff7eff7fdfffeffbfdffffffffef7ffffff7fffdfbabf7fffbff',
    number: '0x3033cb1',
    gasLimit: '0x17d78400',
    gasUsed: '0x2e2ebd4',
    timestamp: '0x6a90d645',
    extraData: '0x01000000640000000500000000004c4b40',
    mixHash: '0xc05524363552546715d5fa840c6c5439a177b4100e9c22efacd0e1362d2fe89d',
    baseFeePerGas: '0x4c4b40',
    withdrawalsRoot: '0x06c5e4eb5d0f6435617c603bafcf9fc1d52af39cf52ae11fe8d55e124a335103',
    blobGasUsed: '0x724e60',
    parentBeaconBlockRoot: '0x5dc577add95fdb1e6eede44f204ef63a7a8f6910b05838af0d81c65fc05f3692',
  } as const
  expect(isSealed(base, base.hash)).toBe(true)
  const opened = openHeader(encodeHeader(base)!)
  expect(opened).toMatchObject({
    hash: base.hash,
    number: 50_543_793n,
    timestamp: 1_787_876_933n,
    lastField: 'requestsHash',
    extraData: base.extraData,
  })
})
