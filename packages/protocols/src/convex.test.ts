import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function deposit(uint256 pid, uint256 amount, bool stake)',
  'function withdrawAndUnwrap(uint256 amount, bool claim)',
  'function getReward(address account, bool claimExtras)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const reward_pool = '0x5411CC583f0b51104fA523eEF9FC77A29DF80F58'
const booster = '0xF403C135812408BFbE8713b5A23a04b3D48AAE31'
const values: ActionInputValues = {
  booster,
  reward_pool,
  lp_token: reward_pool,
  pool_number: 270n,
  amount: 5n,
  staked: true,
  claims: false,
  extras: true,
  self,
  manager: self,
}

test.each([
  ['convex/deposit', 'deposit', [270n, 5n, true]],
  ['convex/withdraw', 'withdrawAndUnwrap', [5n, false]],
  ['convex/claim', 'getReward', [self, true]],
  ['aura/claim', 'getReward', [self, true]],
] as const)('default: %s', (route, functionName, args) => {
  expect(encodeAction(actionOf(route)!, values)).toBe(
    encodeFunctionData({ abi, functionName, args: args as never }),
  )
})

test('error: UnencodableError for an amount beyond its type', () => {
  const beyond = { ...values, amount: 2n ** 256n }
  expect(() => encodeAction(actionOf('convex/deposit')!, beyond)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
