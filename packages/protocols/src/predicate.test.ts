import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Message { string taskId; uint256 expireByBlockNumber; address[] signers; bytes[] signatures; }',
  'function deposit(address asset, uint256 amount, uint256 minimum, address recipient, address teller, Message message)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const token = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const word = `0x${'ab'.repeat(32)}` as const
const values: ActionInputValues = {
  proxy: token,
  teller: token,
  asset: token,
  vault: token,
  amount: 5n,
  minimum: 4n,
  attestation: ['task', 9n, [self], [word]],
  self,
  manager: self,
}
const attested = {
  taskId: 'task',
  expireByBlockNumber: 9n,
  signers: [self],
  signatures: [word],
} as const

test.each([['deposit', 'deposit', [token, 5n, 4n, self, token, attested], 0n]] as const)(
  'default: predicate/%s',
  (route, functionName, args, value) => {
    const action = actionOf(`predicate/${route}`)!
    const expected = encodeFunctionData({ abi, functionName, args } as never)
    expect(encodeAction(action, values)).toBe(expected)
    expect(action.value(values)).toBe(value)
  },
)

test('error: UnencodableError for an attestation without signatures', () => {
  const action = actionOf('predicate/deposit')!
  const encode = () => encodeAction(action, { ...values, attestation: ['task', 9n, [self]] })
  expect(encode).toThrow(expect.objectContaining({ code: 'unencodable' }))
})
