import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function claim(address account, uint256 amount, bytes32 root, bytes32[] proof)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const token = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const word = `0x${'ab'.repeat(32)}` as const
const values: ActionInputValues = {
  distributor: token,
  cumulative_amount: 5n,
  root: word,
  proof: [word],
  self,
  manager: self,
}

test.each([['claim', 'claim', [self, 5n, word, [word]], 0n]] as const)(
  'default: king/%s',
  (route, functionName, args, value) => {
    const action = actionOf(`king/${route}`)!
    const expected = encodeFunctionData({ abi, functionName, args } as never)
    expect(encodeAction(action, values)).toBe(expected)
    expect(action.value(values)).toBe(value)
  },
)

test('error: UnencodableError for a proof that is not a list of words', () => {
  const encode = () => encodeAction(actionOf('king/claim')!, { ...values, proof: ['0x12'] })
  expect(encode).toThrow(expect.objectContaining({ code: 'unencodable' }))
})
