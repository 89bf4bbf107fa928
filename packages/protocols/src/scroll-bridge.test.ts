import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Proof { uint256 batchIndex; bytes merkleProof; }',
  'function depositERC20(address token, address to, uint256 amount, uint256 gasLimit) payable',
  'function withdrawERC20(address token, address to, uint256 amount, uint256 gasLimit) payable',
  'function sendMessage(address to, uint256 value, bytes message, uint256 gasLimit) payable',
  'function relayMessageWithProof(address from, address to, uint256 value, uint256 nonce, bytes message, Proof proof)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const from = '0xaC78dff3A87b5b534e366A93E785a0ce8fA6Cc62'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const values: ActionInputValues = {
  router: dai,
  messenger: dai,
  token: dai,
  recipient: self,
  from,
  amount: 5n,
  fee: 2n,
  gas_limit: 168_000n,
  value: 3n,
  nonce: 8n,
  message: '0x01',
  batch: 4n,
  proof: '0x02',
  self,
  manager: self,
}
const proof = { batchIndex: 4n, merkleProof: '0x02' } as const
const cases = [
  ['deposit_token', 'depositERC20', [dai, self, 5n, 168_000n], 2n],
  ['withdraw_token', 'withdrawERC20', [dai, self, 5n, 168_000n], 2n],
  ['bridge_eth', 'sendMessage', [self, 5n, '0x', 168_000n], 7n],
  ['claim', 'relayMessageWithProof', [from, self, 3n, 8n, '0x01', proof], 0n],
] as const

test.each(cases)('default: scroll_bridge/%s', (route, functionName, args, value) => {
  const action = actionOf(`scroll_bridge/${route}`)!
  const expected = encodeFunctionData({ abi, functionName, args } as never)
  expect(encodeAction(action, values)).toBe(expected)
  expect(action.value(values)).toBe(value)
})

test('error: UnencodableError for a proof that is not bytes', () => {
  const action = actionOf('scroll_bridge/claim')!
  expect(() => encodeAction(action, { ...values, proof: '0x123' })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})

test('behavior: the router pulls on Ethereum; on Scroll it is allowed nothing', () => {
  const approved = (route: string) => actionOf(route)?.approvals.map(({ spender }) => spender)
  expect(approved('scroll_bridge/deposit_token')).toEqual(['router'])
  expect(approved('scroll_bridge/withdraw_token')).toEqual([])
})
