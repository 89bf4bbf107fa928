import { actionOf, venueOf } from '@vaultwright/protocols'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const router = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const executor = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const spender = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const none: Hex = `0x${'00'.repeat(32)}`
const values = { router, token_in: weth, token_out: usdc, amount: 9n, data: '0x' }

const settler = parseAbi([
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 zid)',
])
const settled = (minAmountOut: bigint, actions: readonly Hex[] = []) =>
  encodeFunctionData({
    abi: settler,
    args: [{ recipient: self, buyToken: usdc, minAmountOut }, actions, none],
  })
const description =
  '(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes)'
const swapOfKyber = `swap((address,address,bytes,${description},bytes))`
const swapOfLifi =
  'swapTokensSingleV3ERC20ToERC20(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool))'
const swapOfZeroX = 'exec(address,address,uint256,address,bytes)'

test.each<ActionCase>([
  [
    'zero_x/swap',
    { ...values, settler: executor },
    swapOfZeroX,
    [executor, weth, 9n, executor, settled(1n)],
  ],
  [
    'kyber_swap/swap',
    { ...values, executor },
    swapOfKyber,
    [
      [
        executor,
        executor,
        '0x',
        [weth, usdc, [executor], [9n], [], [], self, 9n, 1n, 0n, '0x'],
        '0x',
      ],
    ],
  ],
  [
    'lifi/swap',
    { ...values, executor, spender },
    swapOfLifi,
    [none, '', '', self, 1n, [executor, spender, weth, usdc, 9n, '0x', true]],
  ],
])('golden: %s is called as viem encodes the interface', (route, input, signature, args) => {
  expect(callOfAction(route, input)).toBe(callOfInterface(signature, args))
})

test('golden: the selectors that the routers are known by', () => {
  const selectors = [
    swapOfZeroX,
    'execute((address,address,uint256),bytes[],bytes32)',
    swapOfKyber,
    swapOfLifi,
  ]
  expect(selectors.map((text) => toFunctionSelector(`function ${text}`))).toEqual([
    '0x2213bc0b',
    '0x1fff991f',
    '0xe21fd0e9',
    '0x4666fc80',
  ])
})

test('law: whatever lengths stand before them, amounts and accounts are read where viem wrote them', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const bytes = fc
    .uint8Array({ maxLength: 100 })
    .map((list) => `0x${Buffer.from(list).toString('hex')}` as Hex)
  fc.assert(
    fc.property(amount, amount, bytes, fc.string(), (sold, least, data, text) => {
      const calls = {
        'zero_x/swap': callOfInterface(swapOfZeroX, [
          executor,
          weth,
          sold,
          executor,
          settled(least, [data, data]),
        ]),
        'kyber_swap/swap': callOfInterface(swapOfKyber, [
          [
            executor,
            spender,
            data,
            [weth, usdc, [executor], [sold], [], [], self, sold, least, 0xc4n, '0x'],
            data,
          ],
        ]),
        'lifi/swap': callOfInterface(swapOfLifi, [
          none,
          text,
          text,
          self,
          least,
          [executor, spender, weth, usdc, sold, data, true],
        ]),
      }
      for (const [route, call] of Object.entries(calls)) {
        const fields = venueOf(route)!.calldata!
        const values = [
          fields.sold!.read(call),
          fields.bought!.read(call),
          fields.executor!.read(call),
          fields.amount.read(call),
          fields.least.read(call),
          actionOf(route)!.least(call),
          fields.receivers.at(-1)!.read(call),
        ]
        expect(values, route).toEqual([weth, usdc, executor, sold, least, least, self])
      }
    }),
  )
})

test('refuses: a field of calldata that ends early, or of another function', () => {
  const call = callOfInterface(swapOfZeroX, [executor, weth, 9n, executor, settled(5n)])
  const { least: minimum, amount, bought } = venueOf('zero_x/swap')!.calldata!
  const foreign = call.replace('1fff991f', 'deadbeef') as Hex
  expect([minimum.read(foreign), bought!.read(foreign), amount.read(foreign)]).toEqual([
    null,
    null,
    9n,
  ])
  const cut = call.slice(0, 300) as Hex
  expect([minimum.read(cut), amount.read(cut)]).toEqual([null, null])
  for (const route of ['kyber_swap/swap', 'lifi/swap']) {
    expect(venueOf(route)!.calldata!.least.read(call)).toBeNull()
  }
})
