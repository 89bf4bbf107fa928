import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function transferRemote(uint32 destination, bytes32 recipient, uint256 amount) payable',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const token = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const word = `0x${'ab'.repeat(32)}` as const
const values: ActionInputValues = {
  warp_route: token,
  destination: 1n,
  recipient: word,
  token,
  amount: 5n,
  fee: 2n,
  self,
  manager: self,
}

test.each([['transfer', 'transferRemote', [1, word, 5n], 2n]] as const)(
  'default: hyperlane/%s',
  (route, functionName, args, value) => {
    const action = actionOf(`hyperlane/${route}`)!
    const expected = encodeFunctionData({ abi, functionName, args } as never)
    expect(encodeAction(action, values)).toBe(expected)
    expect(action.value(values)).toBe(value)
  },
)

test('error: UnencodableError for a domain of more than 32 bits', () => {
  const action = actionOf('hyperlane/transfer')!
  const encode = () => encodeAction(action, { ...values, destination: 2n ** 32n })
  expect(encode).toThrow(expect.objectContaining({ code: 'unencodable' }))
})

test('behavior: the native coin goes with the call, beside its fee', () => {
  const native = { ...values, token: nativeAsset }
  expect(actionOf('hyperlane/transfer')!.value(native)).toBe(7n)
})
