import { zeroAddress } from '@vaultwright/base'
import { actionOf, approvalsOf } from '@vaultwright/protocols'
import { concat, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import {
  type ActionValues,
  callOfAction,
  callOfInterface,
  self,
} from '../../../../test/support/call/action-call.ts'

const router = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const position_manager = '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const hooks = '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b'
const pool = { fee: 500n, tick_spacing: 10n, hooks }
const key = '(address,address,uint24,int24,address)'
const held = 'uint256,uint256,uint128,uint128,bytes'
const poolKey = [usdc, weth, 500, 10, hooks]

const encoded = (types: string, ...values: unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values as never)
const planOf = (codes: Hex, ...params: Hex[]): Hex => encoded('bytes, bytes[]', codes, params)
const swapOf = (...values: unknown[]) =>
  encoded(`(${key},bool,uint128,uint128,bytes)`, [poolKey, ...values, '0x'])
const paid = (token: Hex, amount: bigint) => encoded('address, uint256', token, amount)

test.each([
  ['zero_for_one', false, usdc, weth, '0x060c0f', swapOf(true, 9n, 7n)],
  ['zero_for_one', true, usdc, weth, '0x080c0f', swapOf(true, 7n, 9n)],
  ['one_for_zero', false, weth, usdc, '0x060c0f', swapOf(false, 9n, 7n)],
  ['one_for_zero', true, weth, usdc, '0x080c0f', swapOf(false, 7n, 9n)],
] as const)(
  'golden: swap_%s, exactly out: %s',
  (name, exact_out, token_in, token_out, codes, step) => {
    const limits = { exact_out, amount: 9n, minimum: 7n, hook_data: '0x', deadline: 99n }
    const values = { router, token_in, token_out, ...pool, ...limits } as const
    const plan = planOf(codes, step, paid(token_in, 9n), paid(token_out, 7n))
    expect(callOfAction(`uniswap_v4/swap_${name}`, values)).toBe(
      callOfInterface('execute(bytes,bytes[],uint256)', ['0x10', [plan], 99n]),
    )
  },
)

const both = encoded('address, address', usdc, weth)
const endings = {
  settled: ['0x0d', both],
  swept: ['0x0d14', both, encoded('address, address', usdc, self)],
  closed: ['0x1212', encoded('address', usdc), encoded('address', weth)],
  taken: ['0x11', encoded('address, address, address', usdc, weth, self)],
} as const
const input = { amount0: 5n, amount1: 6n, minimum0: 5n, minimum1: 6n, hook_data: '0xab' } as const
const mintTypes = `${key},int24,int24,uint256,uint128,uint128,address,bytes`
const minted = encoded(mintTypes, poolKey, -60, 120, 8n, 5n, 6n, self, '0xab')
const changed = encoded(held, 77n, 8n, 5n, 6n, '0xab')
const burnt = encoded('uint256, uint128, uint128, bytes', 77n, 5n, 6n, '0xab')

test.each([
  ['mint', '0x02', minted, 'settled'],
  ['mint_swept', '0x02', minted, 'swept'],
  ['mint_closed', '0x02', minted, 'closed'],
  ['increase_liquidity', '0x00', changed, 'settled'],
  ['increase_liquidity_swept', '0x00', changed, 'swept'],
  ['increase_liquidity_closed', '0x00', changed, 'closed'],
  ['decrease_liquidity', '0x01', changed, 'taken'],
  ['decrease_liquidity_closed', '0x01', changed, 'closed'],
  ['burn', '0x03', burnt, 'taken'],
  ['burn_closed', '0x03', burnt, 'closed'],
] as const)('golden: %s', (name, code, step, ending) => {
  const place = { tick_lower: -60n, tick_upper: 120n, token_id: 77n, liquidity: 8n }
  const values: ActionValues = {
    position_manager,
    token0: usdc,
    token1: weth,
    deadline: 99n,
    ...pool,
    ...input,
    ...place,
  }
  const [codes, ...params] = endings[ending]
  const plan = planOf(concat([code, codes]), step, ...params)
  expect(callOfAction(`uniswap_v4/${name}`, values)).toBe(
    callOfInterface('modifyLiquidities(bytes,uint256)', [plan, 99n]),
  )
})

test('law: the native coin goes as value and needs no approval', () => {
  for (const name of ['swap_zero_for_one', 'mint', 'increase_liquidity']) {
    const action = actionOf(`uniswap_v4/${name}`)!
    const accounts = { router, position_manager, token_in: zeroAddress, token0: zeroAddress }
    const values = {
      ...accounts,
      token1: weth,
      amount: 9n,
      amount0: 9n,
      self,
      manager: self,
    } as const
    expect(action.value(values)).toBe(9n)
    expect(action.value({ ...values, token_in: usdc, token0: usdc })).toBe(0n)
    expect(approvalsOf(action, values).map(({ token }) => token)).not.toContain(zeroAddress)
  }
})

test('refuses: an amount that Uniswap v4 cannot hold', () => {
  const limits = { exact_out: false, amount: 2n ** 128n, minimum: 7n, hook_data: '0x' }
  const values = { router, token_in: usdc, token_out: weth, ...pool, ...limits, deadline: 99n }
  expect(() => callOfAction('uniswap_v4/swap_zero_for_one', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
