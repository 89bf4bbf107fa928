import { encodeErrorResult, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { decodeRevert } from './revert.ts'
import { systemAbi } from './system-abi.ts'

const account = '0x1111111111111111111111111111111111111111'

test('default: an error of a token with its arguments', () => {
  const abi = parseAbi([
    'error ERC20InsufficientBalance(address sender,uint256 balance,uint256 needed)',
  ])
  const data = encodeErrorResult({ abi, args: [account, 1n, 2n] })
  expect(decodeRevert(data)).toEqual({
    origin: 'bubbled',
    name: 'ERC20InsufficientBalance',
    isOwnName: false,
    arguments: { sender: account, balance: 1n, needed: 2n },
    data,
  })
})

test('law: every error of the system without arguments is known by name', () => {
  const plain = systemAbi.filter((item) => item.type === 'error' && item.inputs.length === 0)
  expect(plain.length).toBeGreaterThan(40)
  for (const item of plain) {
    const data = encodeErrorResult({ abi: [item] } as never) as Hex
    expect(decodeRevert(data).name).toBe((item as { name: string }).name)
  }
})

test.each<Hex>(['0x', '0x12', '0xdeadbeef', `0x${'00'.repeat(1000)}`])(
  'behavior: %s is not a known error and stays as it is',
  (data) => {
    expect(decodeRevert(data)).toMatchObject({ name: null, data })
  },
)

test('behavior: what only begins like an error is not it', () => {
  const abi = parseAbi(['error OwnableUnauthorizedAccount(address account)'])
  const data = encodeErrorResult({ abi, args: [account] })
  expect(decodeRevert(`${data}00`).name).toBeNull()
  expect(decodeRevert(data.slice(0, -2) as Hex).name).toBeNull()
})

test('golden: the empty reason of WETH9, a word longer than it need be, is an empty reason', () => {
  const exact = encodeErrorResult({ abi: parseAbi(['error Error(string message)']), args: [''] })
  // Solidity 0.4 and others write a word of zeros after the length.
  for (const data of [exact, `${exact}${'0'.repeat(64)}` as Hex]) {
    const revert = decodeRevert(data)
    expect(revert).toMatchObject({ origin: 'solidity', name: 'Error', arguments: { message: '' } })
    expect(revert.data).toBe(data)
  }
})

test('refuses: an empty reason with anything else after it', () => {
  const exact = encodeErrorResult({ abi: parseAbi(['error Error(string message)']), args: [''] })
  for (const tail of ['00', '0'.repeat(128), `${'0'.repeat(63)}1`]) {
    expect(decodeRevert(`${exact}${tail}`).name).toBeNull()
  }
})
