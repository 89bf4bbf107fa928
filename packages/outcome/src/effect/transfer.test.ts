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

test('golden: single tokens and collections move by their own events, and unwrapping goes to nobody', () => {
  const otherAddress: Hex = '0x00000000000000000000000000000000000000C3'
  const single = log('Transfer(address,address,uint256)', [vault, otherAddress, pad('0x07')], 0n)
  const pair = (one: unknown, two: unknown, type: string) =>
    encodeAbiParameters([{ type }, { type }], [one, two] as never)
  const transfer = {
    ...log(
      'TransferSingle(address,address,address,uint256,uint256)',
      [vault, vault, otherAddress],
      0n,
    ),
    data: pair(7n, 3n, 'uint256'),
  }
  const batch = {
    ...log(
      'TransferBatch(address,address,address,uint256[],uint256[])',
      [vault, vault, otherAddress],
      0n,
    ),
    data: pair([7n, 8n], [3n], 'uint256[]'),
  }
  const withdrawal = log('Withdrawal(address,uint256)', [vault], 5n)
  const native = [{ from: token, to: vault, amount: 5n }]
  const moved = transfersOf(
    decodeLogs([{ ...single, data: '0x' }, transfer, batch, withdrawal]),
    native,
  )
  const rows = moved.map((each) => [each.standard, each.amount, each.id, each.from, each.to])
  const from = moved[0]!.from
  const to = moved[0]!.to
  expect([from.toLowerCase(), to.toLowerCase()]).toEqual(
    [vault, otherAddress].map((a) => a.toLowerCase()),
  )
  expect(rows).toEqual([
    ['erc721', null, 7n, from, to],
    ['erc1155', 3n, 7n, from, to],
    ['erc1155', 3n, 7n, from, to],
    ['erc1155', null, 8n, from, to],
    ['wrapped', 5n, null, from, zeroAddress],
    ['native', 5n, null, token, vault],
  ])
  expect(moved.map(({ logIndex }) => logIndex)).toEqual([0, 1, 2, 2, 3, null])
})

test('behavior: unwrapping counts when as much of the coin came from there', () => {
  const withdrawal = decodeLogs([log('Withdrawal(address,uint256)', [vault], 5n)])
  const standards = (from: Hex, to: Hex, amount: bigint) =>
    transfersOf(withdrawal, [{ from, to, amount }]).map(({ standard }) => standard)
  expect(standards(token, vault, 5n)).toEqual(['wrapped', 'native'])
  expect(standards(vault, token, 5n)).toEqual(['native'])
  expect(standards(token, vault, 6n)).toEqual(['native'])
})
