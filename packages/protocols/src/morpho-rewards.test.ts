import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function claim(address account, address reward, uint256 claimable, bytes32[] proof)',
  'function depositFor(address user, uint256 value)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const token = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const word = `0x${'ab'.repeat(32)}` as const
const values: ActionInputValues = {
  distributor: token,
  wrapper: token,
  reward: token,
  token,
  amount: 5n,
  proof: [word],
  self,
  manager: self,
}

test.each([
  ['claim', 'claim', [self, token, 5n, [word]], 0n],
  ['wrap', 'depositFor', [self, 5n], 0n],
] as const)('default: morpho_rewards/%s', (route, functionName, args, value) => {
  const action = actionOf(`morpho_rewards/${route}`)!
  const expected = encodeFunctionData({ abi, functionName, args } as never)
  expect(encodeAction(action, values)).toBe(expected)
  expect(action.value(values)).toBe(value)
})

test('error: UnencodableError for a proof that is not a list of words', () => {
  const action = actionOf('morpho_rewards/claim')!
  const encode = () => encodeAction(action, { ...values, proof: ['0x12'] })
  expect(encode).toThrow(expect.objectContaining({ code: 'unencodable' }))
})
