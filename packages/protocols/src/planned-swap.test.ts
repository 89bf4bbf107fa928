import { actionOf } from '@vaultwright/protocols'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const router = '0x111111125421cA6dc452d289314280a0f8842A65'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const pool1 = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const pool2 = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const pool3 = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const flags = 1n << 93n
const dexOf = (pool: string, set: bigint) => (set << 160n) | BigInt(pool)
const sold = { router, token_in: usdc, token_out: weth, amount: 9n, minimum: 7n }
const input = { pool1, pool1_flags: flags }
const two = { ...input, pool2, pool2_flags: 0n }
const three = { ...two, pool3, pool3_flags: 1n }
const dexes = [dexOf(pool1, flags), dexOf(pool2, 0n), dexOf(pool3, 1n)] as const
const gluex = `swap(address,(${'address,'.repeat(5)}${'uint256,'.repeat(10)}bool,bytes32),(address,uint256,bytes)[])`
const extraData = encodeAbiParameters(parseAbiParameters('address, address'), [usdc, weth])

test.each<ActionCase>([
  [
    'one_inch/unoswap_one',
    { ...sold, ...input },
    'unoswap(uint256,uint256,uint256,uint256)',
    [BigInt(usdc), 9n, 7n, dexes[0]],
  ],
  [
    'one_inch/unoswap_two',
    { ...sold, ...two },
    'unoswap2(uint256,uint256,uint256,uint256,uint256)',
    [BigInt(usdc), 9n, 7n, dexes[0], dexes[1]],
  ],
  [
    'one_inch/unoswap_three',
    { ...sold, ...three },
    'unoswap3(uint256,uint256,uint256,uint256,uint256,uint256)',
    [BigInt(usdc), 9n, 7n, ...dexes],
  ],
  [
    'one_inch/eth_unoswap_one',
    { ...sold, ...input },
    'ethUnoswap(uint256,uint256)',
    [7n, dexes[0]],
  ],
  [
    'one_inch/eth_unoswap_two',
    { ...sold, ...two },
    'ethUnoswap2(uint256,uint256,uint256)',
    [7n, dexes[0], dexes[1]],
  ],
  [
    'one_inch/eth_unoswap_three',
    { ...sold, ...three },
    'ethUnoswap3(uint256,uint256,uint256,uint256)',
    [7n, ...dexes],
  ],
  [
    'gluex/swap',
    { ...sold, executor: pool1, partner: pool2, data: '0x' },
    gluex,
    [
      pool1,
      [
        usdc,
        weth,
        pool1,
        self,
        pool2,
        9n,
        1n,
        0n,
        0n,
        0n,
        0n,
        0n,
        0n,
        1n,
        1n,
        false,
        `0x${'00'.repeat(32)}`,
      ],
      [],
    ],
  ],
  [
    'derive/bridge',
    {
      bridge: router,
      token: usdc,
      recipient: pool3,
      amount: 9n,
      gas_limit: 6n,
      connector: pool1,
      first_account: usdc,
      second_account: weth,
      fee: 3n,
    },
    'bridge(address,uint256,uint256,address,bytes,bytes)',
    [pool3, 9n, 6n, pool1, extraData, '0x'],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('golden: the least that calldata of an aggregator buys can be read', () => {
  const word = (number: bigint) => number.toString(16).padStart(64, '0')
  const wordsTo = (count: number) => Array.from({ length: count }, (_, at) => word(BigInt(at)))
  const { least: minimum } = actionOf('gluex/swap')!
  expect(minimum(`0x12345678${wordsTo(16).join('')}`)).toBe(15n)
  expect(actionOf('ooga_booga/swap')!.least(`0x12345678${wordsTo(5).join('')}`)).toBe(4n)
  expect(minimum('0x12345678')).toBeNull()
})

test('refuses: flags that no word holds beside a pool', () => {
  const values = { ...sold, ...input, pool1_flags: 2n ** 96n }
  expect(() => callOfAction('one_inch/unoswap_one', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
