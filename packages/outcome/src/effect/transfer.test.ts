import { zeroAddress } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import { encodeAbiParameters, type Hex, pad, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { decodeLogs, type RawLog } from '../trace/simulated-log.ts'
import { transfersOf } from './transfer.ts'

const token: Hex = '0x00000000000000000000000000000000000000A1'
const vault: Hex = '0x00000000000000000000000000000000000000b2'
const log = (event: string, topics: readonly Hex[], amount: bigint): RawLog => ({
  address: token,
  topics: [toEventSelector(event), ...topics.map((topic) => pad(topic))],
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})
const deposit = log('Deposit(address,uint256)', [vault], 5n)

test('default: wrapping counts when as much of the coin went there', () => {
  const native = [{ from: vault, to: token, amount: 5n }]
  expect(transfersOf(decodeLogs([deposit]), native)).toMatchObject([
    { standard: 'wrapped', token, from: zeroAddress, amount: 5n, logIndex: 0 },
    { standard: 'native', token: nativeAsset, from: vault, to: token, amount: 5n, logIndex: null },
  ])
})

test('behavior: a deposit of something else is not a wrapping', () => {
  expect(transfersOf(decodeLogs([deposit]), [])).toEqual([])
})

test('behavior: wrapping that is logged twice counts once', () => {
  const native = [{ from: vault, to: token, amount: 5n }]
  const mint = log('Transfer(address,address,uint256)', [zeroAddress, vault], 5n)
  const standards = transfersOf(decodeLogs([deposit, mint]), native).map((one) => one.standard)
  expect(standards).toEqual(['erc20', 'native'])
})

test('error: data that is not the event is not a transfer', () => {
  const broken = {
    ...log('Transfer(address,address,uint256)', [vault, vault], 5n),
    data: '0x' as Hex,
  }
  expect(decodeLogs([broken])[0]!.decoded).toBeNull()
  expect(transfersOf(decodeLogs([broken]), [])).toEqual([])
})
