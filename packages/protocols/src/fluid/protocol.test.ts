import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  type ActionValues,
  callOfAction,
  callOfInterface,
  manager,
  self,
} from '../../../../test/support/call/action-call.ts'

const fToken = '0x9Fb7b4477576Fe5B32be4C1843aFB1e55F251B33'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const wstEth = '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'
const vault = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const max = 2n ** 256n - 1n
const lowest = -(2n ** 255n)
const lending = { f_token: fToken, asset: usdc } as const
const still = { supply: 0n, withdraw: 0n, borrow: 0n, repay: 0n, native: 0n } as const
const position = { vault, nft_id: 7n, collateral: wstEth, debt: usdc, ...still } as const
const side = { collateral_0: 1n, collateral_1: 2n, debt_0: -3n, debt_1: -4n } as const
const smart = { vault, nft_id: 0n, ...side, native: 0n } as const
const oneSmart = {
  vault,
  nft_id: 0n,
  token_0: 1n,
  token_1: 2n,
  other_side: -3n,
  native: 0n,
} as const
const bounds = { token_0_bound: 2n, token_1_bound: 3n, other_side: -4n, native: 0n } as const
const proof = [`0x${'ab'.repeat(32)}`] as const

test.each<ActionCase>([
  [
    'fluid/deposit',
    { ...lending, amount: 5n, min_shares: 4n },
    'deposit(uint256,address,uint256)',
    [5n, self, 4n],
  ],
  [
    'fluid/mint',
    { ...lending, shares: 5n, max_assets: 6n },
    'mint(uint256,address,uint256)',
    [5n, self, 6n],
  ],
  [
    'fluid/withdraw',
    { ...lending, amount: 5n, max_shares: 6n },
    'withdraw(uint256,address,address,uint256)',
    [5n, self, self, 6n],
  ],
  [
    'fluid/redeem',
    { ...lending, shares: 5n, min_assets: 4n },
    'redeem(uint256,address,address,uint256)',
    [5n, self, self, 4n],
  ],
  [
    'fluid/operate',
    { ...position, supply: 5n, borrow: 6n },
    'operate(uint256,int256,int256,address)',
    [7n, 5n, 6n, self],
  ],
  [
    'fluid/operate',
    { ...position, withdraw: 5n, repay: 6n },
    'operate(uint256,int256,int256,address)',
    [7n, -5n, -6n, self],
  ],
  [
    'fluid/operate',
    { ...position, withdraw: max, repay: max },
    'operate(uint256,int256,int256,address)',
    [7n, lowest, lowest, self],
  ],
  [
    'fluid/operate_smart_side',
    { ...oneSmart, smart_collateral: true, shares_bound: 9n },
    'operate(uint256,int256,int256,int256,int256,address)',
    [0n, 1n, 2n, 9n, -3n, self],
  ],
  [
    'fluid/operate_smart_side',
    { ...oneSmart, smart_collateral: false, shares_bound: 9n },
    'operate(uint256,int256,int256,int256,int256,address)',
    [0n, -3n, 1n, 2n, 9n, self],
  ],
  [
    'fluid/operate_smart',
    { ...smart, collateral_bound: 8n, debt_bound: -9n },
    'operate(uint256,int256,int256,int256,int256,int256,int256,address)',
    [0n, 1n, 2n, 8n, -3n, -4n, -9n, self],
  ],
  [
    'fluid/operate_perfect_side',
    { vault, nft_id: 7n, smart_collateral: true, shares: 1n, ...bounds },
    'operatePerfect(uint256,int256,int256,int256,int256,address)',
    [7n, 1n, 2n, 3n, -4n, self],
  ],
  [
    'fluid/operate_perfect_side',
    { vault, nft_id: 7n, smart_collateral: false, shares: lowest, ...bounds },
    'operatePerfect(uint256,int256,int256,int256,int256,address)',
    [7n, -4n, lowest, 2n, 3n, self],
  ],
  [
    'fluid/operate_perfect',
    {
      vault,
      nft_id: 7n,
      collateral_shares: 1n,
      collateral_0_bound: 2n,
      collateral_1_bound: 3n,
      debt_shares: 4n,
      debt_0_bound: 5n,
      debt_1_bound: 6n,
      native: 0n,
    },
    'operatePerfect(uint256,int256,int256,int256,int256,int256,int256,address)',
    [7n, 1n, 2n, 3n, 4n, 5n, 6n, self],
  ],
  [
    'fluid/claim_rewards',
    {
      distributor: vault,
      cumulative_amount: 5n,
      position_type: 1n,
      position_id: proof[0],
      cycle: 3n,
      proof,
      metadata: '0x',
    },
    'claim(address,uint256,uint8,bytes32,uint256,bytes32[],bytes)',
    [self, 5n, 1, proof[0], 3n, proof, '0x'],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: native coin that goes along is the value of the call', () => {
  const operate = actionOf('fluid/operate')!
  expect(operate.value({ ...position, native: 5n, self, manager })).toBe(5n)
  expect(operate.sends).toBe('either')
})

test('default: least outputs are what the lending token previews', () => {
  const quoteOf = (route: string, name: string, given: ActionValues) => {
    const parameter = actionOf(route)?.parameters[name]
    return parameter?.kind === 'minimum' ? parameter.quote?.({ ...given, self, manager }) : null
  }
  const preview = { to: fToken, returns: '(uint256)' }
  expect(quoteOf('fluid/deposit', 'min_shares', { ...lending, amount: 5n })).toEqual({
    ...preview,
    call: 'previewDeposit(uint256)',
    arguments: [5n],
  })
  expect(quoteOf('fluid/redeem', 'min_assets', { ...lending, shares: 6n })).toEqual({
    ...preview,
    call: 'previewRedeem(uint256)',
    arguments: [6n],
  })
})

test('behavior: a position with one smart side has no parameter that its call leaves out', () => {
  const { parameters } = actionOf('fluid/operate_smart_side')!
  const changes = ['token_0', 'token_1', 'shares_bound', 'other_side']
  expect(Object.keys(parameters)).toEqual([
    'vault',
    'nft_id',
    'smart_collateral',
    ...changes,
    'native',
  ])
  for (const smart_collateral of [true, false]) {
    const input = { ...oneSmart, smart_collateral, shares_bound: 9n }
    const calls = changes.map((name) =>
      callOfAction('fluid/operate_smart_side', { ...input, [name]: 77n }),
    )
    expect(new Set([...calls, callOfAction('fluid/operate_smart_side', input)]).size).toBe(5)
  }
})

test('error: UnencodableError for a change that no signed word holds', () => {
  const input = { ...position, supply: 2n ** 255n }
  expect(() => callOfAction('fluid/operate', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})

test('error: UnencodableError for all of a side that something goes into', () => {
  const all = { ...position, withdraw: max }
  expect(() => callOfAction('fluid/operate', { ...all, supply: 1n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
  expect(callOfAction('fluid/operate', all)).toContain(BigInt.asUintN(256, lowest).toString(16))
})
