import { type ActionInputValues, actionOf, approvalsOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function deposit(uint96 uid, address token, uint256 amount)',
  'function withdraw(uint96 uid, address token, uint256 amount)',
  'function claim(uint256 id, address token, uint256 amount, bytes proof)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const token = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const word = `0x${'ab'.repeat(32)}` as const
const values: ActionInputValues = {
  deposits: token,
  bridge: token,
  token,
  amount: 5n,
  uid: 7n,
  id: 8n,
  proof: word,
  self,
  manager: self,
}

test.each([
  ['deposit', 'deposit', [7n, token, 5n], 0n],
  ['withdraw', 'withdraw', [7n, token, 5n], 0n],
  ['claim', 'claim', [8n, token, 5n, word], 0n],
] as const)('default: sonic/%s', (route, functionName, args, value) => {
  const action = actionOf(`sonic/${route}`)!
  const expected = encodeFunctionData({ abi, functionName, args } as never)
  expect(encodeAction(action, values)).toBe(expected)
  expect(action.value(values)).toBe(value)
})

test('behavior: what is on Sonic is counted and burnt there, the call names what it is on Ethereum', () => {
  const minted = '0x29219dd400f2Bf60E5a23d13Be72B486D4038894'
  const puller = '0x9Ef7629F9B930168b76283AdD7120777b3c895b3'
  const action = actionOf('sonic/withdraw')!
  expect(approvalsOf(action, { token, minted, puller })).toMatchObject([
    { token: minted, spender: puller },
  ])
  expect(action.parameters.amount).toMatchObject({ unit: 'minted' })
  expect(actionOf('sonic/claim')!.parameters.amount).toMatchObject({ unit: 'paid' })
})

test('error: UnencodableError for a number of more than 96 bits', () => {
  const encode = () => encodeAction(actionOf('sonic/deposit')!, { ...values, uid: 2n ** 96n })
  expect(encode).toThrow(expect.objectContaining({ code: 'unencodable' }))
})
