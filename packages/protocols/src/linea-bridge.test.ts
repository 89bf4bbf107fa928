import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Proven { bytes32[] proof; uint256 messageNumber; uint32 leafIndex; address from; address to; uint256 fee; uint256 value; address feeRecipient; bytes32 merkleRoot; bytes data; }',
  'function bridgeToken(address token, uint256 amount, address recipient) payable',
  'function sendMessage(address to, uint256 fee, bytes data) payable',
  'function claimMessage(address from, address to, uint256 fee, uint256 value, address feeRecipient, bytes data, uint256 nonce)',
  'function claimMessageWithProof(Proven proven)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const from = '0x353012dc4a9A6cF55c941bADC267f82004A8ceB9'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const root = `0x${'ab'.repeat(32)}` as const
const values: ActionInputValues = {
  bridge: dai,
  service: dai,
  token: dai,
  recipient: self,
  from,
  amount: 5n,
  fee: 2n,
  value: 3n,
  data: '0x01',
  nonce: 8n,
  proof: [root],
  leaf_index: 1n,
  merkle_root: root,
  self,
  manager: self,
}
const proven = {
  proof: [root],
  messageNumber: 8n,
  leafIndex: 1,
  from,
  to: self,
  fee: 2n,
  value: 3n,
  feeRecipient: zeroAddress,
  merkleRoot: root,
  data: '0x01',
} as const
const cases = [
  ['bridge_token', 'bridgeToken', [dai, 5n, self], 2n],
  ['bridge_eth', 'sendMessage', [self, 2n, '0x'], 7n],
  ['claim', 'claimMessage', [from, self, 2n, 3n, zeroAddress, '0x01', 8n], 0n],
  ['claim_with_proof', 'claimMessageWithProof', [proven], 0n],
] as const

test.each(cases)('default: linea_bridge/%s', (route, functionName, args, value) => {
  const action = actionOf(`linea_bridge/${route}`)!
  const expected = encodeFunctionData({ abi, functionName, args } as never)
  expect(encodeAction(action, values)).toBe(expected)
  expect(action.value(values)).toBe(value)
})

test('error: UnencodableError for a place in the tree of more than 32 bits', () => {
  const action = actionOf('linea_bridge/claim_with_proof')!
  expect(() => encodeAction(action, { ...values, leaf_index: 2n ** 32n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
