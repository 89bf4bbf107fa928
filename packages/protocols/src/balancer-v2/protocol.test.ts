import { encodeFlashLoan, encodeFlashLoanUserData, selectorOf } from '@vaultwright/manager'
import {
  type ActionInputValues,
  actionOf,
  callContextOf,
  describeCall,
  encodeAction,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct SingleSwap { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'struct Request { address[] assets; uint256[] limits; bytes userData; bool internalBalance; }',
  'function swap(SingleSwap singleSwap, Funds funds, uint256 limit, uint256 deadline)',
  'function joinPool(bytes32 poolId, address sender, address recipient, Request request)',
  'function exitPool(bytes32 poolId, address sender, address recipient, Request request)',
  'function deposit(uint256 value, address recipient)',
  'function withdraw(uint256 value)',
  'function mint(address gauge)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const vault = '0xBA12222222228d8Ba445958a75a0704d566BF2C8'
const pool = '0x05ff47AFADa98a98982113758878F9A8B9FddA0a'
const pool_id = `${pool.toLowerCase()}000000000000000000000645` as Hex
const reth = '0xae78736Cd615f374D3085123A210448E74Fc6393'
const weeth = '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee'
const values: ActionInputValues = {
  vault,
  pool,
  pool_id,
  token_in: reth,
  token_out: weeth,
  exact_out: false,
  user_data: '0x',
  assets: [pool, reth, weeth],
  amounts: [0n, 5n, 6n],
  minimums: [0n, 7n, 8n],
  amount: 10n,
  minimum: 9n,
  deadline: 99n,
  gauge: pool,
  minter: vault,
  self,
  manager: self,
}
const dataOf = (route: string, changed: Partial<ActionInputValues> = {}) =>
  encodeAction(actionOf(`balancer_v2/${route}`)!, { ...values, ...changed } as ActionInputValues)

test.each([
  [false, 0, 10n, 9n],
  [true, 1, 9n, 10n],
] as const)('default: swap, exactly out %s', (exact_out, kind, amount, limit) => {
  const single = { poolId: pool_id, kind, assetIn: reth, assetOut: weeth, amount } as const
  const funds = {
    sender: self,
    fromInternalBalance: false,
    recipient: self,
    toInternalBalance: false,
  } as const
  const args = [{ ...single, userData: '0x' }, funds, limit, 99n] as const
  expect(dataOf('swap', { exact_out })).toBe(
    encodeFunctionData({ abi, functionName: 'swap', args }),
  )
})

const request = (functionName: 'joinPool' | 'exitPool', assets: readonly Hex[]) => {
  return (limits: readonly bigint[], userData: Hex) =>
    encodeFunctionData({
      abi,
      functionName,
      args: [pool_id, self, self, { assets, limits, userData, internalBalance: false }],
    })
}
const exactIn = parseAbiParameters('uint256, uint256[], uint256')
const types = parseAbiParameters('uint256, uint256')

test("default: a join leaves the pool's own token out of what it tells the pool", () => {
  const listed = request('joinPool', [pool, reth, weeth])
  expect(dataOf('join')).toBe(
    listed([0n, 5n, 6n], encodeAbiParameters(exactIn, [1n, [5n, 6n], 9n])),
  )
  const unlisted = request('joinPool', [reth, weeth])
  expect(dataOf('join', { assets: [reth, weeth], amounts: [5n, 6n] })).toBe(
    unlisted([5n, 6n], encodeAbiParameters(exactIn, [1n, [5n, 6n], 9n])),
  )
})

test('default: a join may ask for exactly so much', () => {
  const listed = request('joinPool', [pool, reth, weeth])
  expect(dataOf('join', { exact_out: true })).toBe(
    listed([0n, 5n, 6n], encodeAbiParameters(types, [3n, 9n])),
  )
})

test('default: an exit in proportion, by the number that the pool has for it', () => {
  const listed = request('exitPool', [pool, reth, weeth])
  expect(dataOf('exit')).toBe(listed([0n, 7n, 8n], encodeAbiParameters(types, [2n, 10n])))
  const unlisted = request('exitPool', [reth, weeth])
  expect(dataOf('exit', { assets: [reth, weeth], minimums: [7n, 8n] })).toBe(
    unlisted([7n, 8n], encodeAbiParameters(types, [1n, 10n])),
  )
})

test('behavior: a pool may be told something else', () => {
  expect(dataOf('join', { user_data: '0x1234' })).toBe(
    request('joinPool', [pool, reth, weeth])([0n, 5n, 6n], '0x1234'),
  )
  expect(dataOf('exit', { user_data: '0x1234' })).toBe(
    request('exitPool', [pool, reth, weeth])([0n, 7n, 8n], '0x1234'),
  )
})

test.each([
  ['stake', 'deposit', [10n, self]],
  ['unstake', 'withdraw', [10n]],
  ['mint_rewards', 'mint', [pool]],
] as const)('default: %s', (route, functionName, args) => {
  expect(dataOf(route)).toBe(encodeFunctionData({ abi, functionName, args: args as never }))
})

test('error: UnencodableError for a pool id that is not a word', () => {
  expect(() => dataOf('swap', { pool_id: pool })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})

const loanAbi = parseAbi([
  'function flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
])
const flashLoan = actionOf('balancer_v2/flash_loan')!
const manager = '0x227975088C28DBBb4b421c6d96781a53578f19a8'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const loanValues: ActionInputValues = { token: weth, amount: 5n, actions: '0xabcd', self, manager }

test('default: the Manager is called and the Manager receives', () => {
  const args = [manager, [weth], [5n], '0xabcd'] as const
  expect(encodeAction(flashLoan, loanValues)).toBe(
    encodeFunctionData({ abi: loanAbi, functionName: 'flashLoan', args }),
  )
  expect(patternsOf(flashLoan, ruleBook).map(({ target, selector }) => [target, selector])).toEqual(
    [['manager', selectorOf('flashLoan(address,address[],uint256[],bytes)')]],
  )
})

test('behavior: an empty list of inner actions is still a batch', () => {
  const actions = encodeFlashLoanUserData([])
  const loan = { recipient: manager, tokens: [weth], amounts: [5n], calls: [], salt: '0x' } as const
  expect(encodeAction(flashLoan, { ...loanValues, actions })).toBe(encodeFlashLoan(loan))
})

test('error: UnencodableError for inner actions that are not bytes', () => {
  expect(() => encodeAction(flashLoan, { ...loanValues, actions: '0xabc' })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})

test.each([
  ['an exact amount is sold', false],
  ['an exact amount is bought', true],
] as const)(
  'golden: the sentence of a swap has each amount with its token where %s',
  (_, exact_out) => {
    const units = (token: string) => ({
      symbol: token === reth ? 'rETH' : 'weETH',
      decimals: 0,
      source: 'definition' as const,
    })
    const data = dataOf('swap', { exact_out })
    const context = { ...callContextOf(1, self), units }
    const { sentences } = describeCall({ target: vault, data, value: 0n }, context)
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toMatch(/^Swap at most 10 rETH .*for at least 9 weETH /)
  },
)
