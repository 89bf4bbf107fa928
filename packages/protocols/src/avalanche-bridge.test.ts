import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function transferTokens(uint256 amount, uint32 destination, address recipient, address token)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const token = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const values: ActionInputValues = {
  router: token,
  destination: 6n,
  recipient: self,
  token,
  amount: 5n,
  self,
  manager: self,
}

test.each([['transfer', 'transferTokens', [5n, 6, self, token], 0n]] as const)(
  'default: avalanche_bridge/%s',
  (route, functionName, args, value) => {
    const action = actionOf(`avalanche_bridge/${route}`)!
    const expected = encodeFunctionData({ abi, functionName, args } as never)
    expect(encodeAction(action, values)).toBe(expected)
    expect(action.value(values)).toBe(value)
  },
)

test('error: UnencodableError for a domain of more than 32 bits', () => {
  const action = actionOf('avalanche_bridge/transfer')!
  const encode = () => encodeAction(action, { ...values, destination: 2n ** 32n })
  expect(encode).toThrow(expect.objectContaining({ code: 'unencodable' }))
})
