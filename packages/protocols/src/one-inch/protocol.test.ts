import {
  type ActionInputValues,
  actionOf,
  encodeAction,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const description =
  'struct Swap { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }'
const v5 = parseAbi([
  description,
  'function swap(address executor, Swap desc, bytes permit, bytes data)',
  'function uniswapV3Swap(uint256 amount, uint256 minReturn, uint256[] pools)',
])
const v6 = parseAbi([description, 'function swap(address executor, Swap desc, bytes data)'])

const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const executor = '0xE37e799D5077682FA0a244D46E5649F71457BD09'
const pool = '0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640'
const router = '0x1111111254EEB25477B68fb85Ed929f73A960582'
const values: ActionInputValues = {
  router,
  executor,
  pool,
  token_in: usdc,
  token_out: weth,
  amount: 5_000_000n,
  minimum: 7n,
  data: '0x',
  self,
  manager: self,
}
const desc = {
  srcToken: usdc,
  dstToken: weth,
  srcReceiver: executor,
  dstReceiver: self,
  amount: 5_000_000n,
  minReturnAmount: 1n,
  flags: 0n,
} as const

test('default: the call that leaves are built from', () => {
  expect(encodeAction(actionOf('one_inch/swap_v5')!, values)).toBe(
    encodeFunctionData({ abi: v5, functionName: 'swap', args: [executor, desc, '0x', '0x'] }),
  )
  expect(encodeAction(actionOf('one_inch/swap_v6')!, values)).toBe(
    encodeFunctionData({ abi: v6, functionName: 'swap', args: [executor, desc, '0x'] }),
  )
})

test.each([
  ['first', usdc, weth, 0n],
  ['second', weth, usdc, 2n ** 255n],
])('default: a pool gets the flag whether its %s token is sold', (_, token_in, token_out, flag) => {
  const args = [5_000_000n, 7n, [BigInt(pool) | flag]] as const
  expect(
    encodeAction(actionOf('one_inch/uniswap_v3_swap')!, { ...values, token_in, token_out }),
  ).toBe(encodeFunctionData({ abi: v5, functionName: 'uniswapV3Swap', args }))
})

test('behavior: an owned decoder binds no executor', () => {
  for (const route of ['one_inch/swap_v5', 'one_inch/swap_v6', 'odos/swap', 'odos/swap_compact']) {
    const shapes = patternsOf(actionOf(route)!, ruleBook).map(({ pieces }) =>
      pieces.map((piece) => ('slot' in piece ? piece.slot : piece.constant)),
    )
    expect(shapes[0]).toContain('executor')
    expect(shapes[1]).toEqual(['token_in', 'token_out', 'self'])
    expect(shapes).toHaveLength(2)
  }
})

test.each(['swap_v5', 'swap_v6'])(
  'behavior: the least that calldata of %s buys can be read',
  (name) => {
    const { least: minimum } = actionOf(`one_inch/${name}`)!
    const words = [1n, 2n, 3n, 4n, 5n, 6n, 777n, 8n].map((one) =>
      one.toString(16).padStart(64, '0'),
    )
    expect(minimum(`0x12aa3caf${words.join('')}`)).toBe(777n)
    expect(minimum(`0x12aa3caf${words.slice(0, 6).join('')}`)).toBeNull()
  },
)
