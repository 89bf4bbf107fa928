import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy)',
  'function add_liquidity(uint256[] amounts, uint256 min_mint_amount)',
  'function remove_liquidity(uint256 burn_amount, uint256[] min_amounts)',
  'function deposit(uint256 value, address receiver)',
  'function withdraw(uint256 value)',
  'function claim_rewards(address addr)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const pool = '0x02950460E2b9529D0E00284A5fA2d7bDF3fA4d72'
const usde = '0x4c9EDD5852cd905f086C759E8383e09bff1E68B3'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const values: ActionInputValues = {
  pool,
  gauge: pool,
  coins: [usde, usdc],
  token_in: usdc,
  token_out: usde,
  amount: 5n,
  amounts: [1n, 2n],
  minimum: 3n,
  minimums: [4n, 5n],
  self,
  manager: self,
}

test.each([
  ['exchange', 'exchange', [1n, 0n, 5n, 3n]],
  ['add_liquidity', 'add_liquidity', [[1n, 2n], 3n]],
  ['remove_liquidity', 'remove_liquidity', [5n, [4n, 5n]]],
  ['stake', 'deposit', [5n, self]],
  ['unstake', 'withdraw', [5n]],
  ['claim_rewards', 'claim_rewards', [self]],
] as const)('default: %s', (route, functionName, args) => {
  expect(encodeAction(actionOf(`curve/${route}`)!, values)).toBe(
    encodeFunctionData({ abi, functionName, args: args as never }),
  )
})

test('behavior: the pool itself says what comes out', () => {
  const quoteOf = (route: string) => {
    const parameter = actionOf(`curve/${route}`)!.parameters.minimum
    return parameter?.kind === 'minimum' ? parameter.quote?.(values) : undefined
  }
  expect(quoteOf('exchange')).toEqual({
    to: pool,
    call: 'get_dy(int128,int128,uint256)',
    arguments: [1n, 0n, 5n],
    returns: '(uint256)',
  })
  expect(quoteOf('add_liquidity')).toMatchObject({ to: pool, arguments: [[1n, 2n], true] })
})

test('error: a coin that the pool does not have is at no place of it', () => {
  const data = encodeAction(actionOf('curve/exchange')!, { ...values, token_in: dai })
  expect(data).toBe(encodeFunctionData({ abi, functionName: 'exchange', args: [-1n, 0n, 5n, 3n] }))
})
