import { packArguments, parseSignature, rulesFor, selectorOf } from '@vaultwright/manager'
import { type ActionInputValues, actionOf, encodeAction, ruleBook } from '@vaultwright/protocols'
import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const ticketArguments =
  'address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data'
const abi = parseAbi([
  'function outboundTransfer(address token, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, bytes data) payable',
  'function outboundTransferCustomRefund(address token, address refundTo, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, bytes data) payable',
  `function createRetryableTicket(${ticketArguments}) payable`,
  `function unsafeCreateRetryableTicket(${ticketArguments}) payable`,
  'function depositEth() payable',
  'function withdrawEth(address destination) payable',
  'function executeTransaction(bytes32[] proof, uint256 index, address l2Sender, address to, uint256 l2Block, uint256 l1Block, uint256 l2Timestamp, uint256 value, bytes data)',
  'function redeem(bytes32 ticketId)',
])
const wayOut = parseAbi([
  'function outboundTransfer(address l1Token, address to, uint256 amount, bytes data)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const outsider = '0x09e9222E96E7B4AE2a407B98d48e330053351EEe'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const word = `0x${'ab'.repeat(32)}` as const
const values: ActionInputValues = {
  router: weth,
  gateway: weth,
  inbox: weth,
  outbox: weth,
  system: weth,
  tickets: weth,
  token: weth,
  ethereum_token: outsider,
  recipient: self,
  refund_to: outsider,
  sender: outsider,
  value_refund_to: weth,
  amount: 5n,
  gas_limit: 30_000n,
  gas_price: 10n,
  ticket: word,
  max_submission_cost: 7n,
  proof: [word],
  index: 1n,
  arbitrum_block: 2n,
  ethereum_block: 3n,
  timestamp: 4n,
  value: 6n,
  data: '0x01',
  self,
  manager: self,
}
const submission = encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], [7n, '0x'])
const ticket = [self, 5n, 7n, outsider, weth, 30_000n, 10n, '0x'] as const
const cost = 7n + 30_000n * 10n
const cases = [
  ['bridge_token', 'outboundTransfer', [weth, self, 5n, 30_000n, 10n, submission], cost],
  [
    'bridge_token_with_refund',
    'outboundTransferCustomRefund',
    [weth, outsider, self, 5n, 30_000n, 10n, submission],
    cost,
  ],
  ['bridge_eth', 'createRetryableTicket', ticket, 5n + cost],
  ['bridge_eth_unsafely', 'unsafeCreateRetryableTicket', ticket, 5n + cost],
  ['deposit_eth', 'depositEth', [], 5n],
  ['withdraw_eth', 'withdrawEth', [self], 5n],
  ['claim', 'executeTransaction', [[word], 1n, outsider, self, 2n, 3n, 4n, 6n, '0x01'], 0n],
  ['redeem_ticket', 'redeem', [word], 0n],
] as const

test.each(cases)('default: arbitrum/%s', (route, functionName, args, value) => {
  const action = actionOf(`arbitrum/${route}`)!
  const expected = encodeFunctionData({ abi, functionName, args } as never)
  expect(encodeAction(action, values)).toBe(expected)
  expect(action.value(values)).toBe(value)
})

test('default: on the way out the token of Ethereum is named', () => {
  expect(encodeAction(actionOf('arbitrum/withdraw_token')!, values)).toBe(
    encodeFunctionData({ abi: wayOut, args: [outsider, self, 5n, '0x'] }),
  )
})

test('behavior: the limits of the parameters are those of the decoder', () => {
  for (const route of ['bridge_token', 'bridge_token_with_refund', 'bridge_eth']) {
    const action = actionOf(`arbitrum/${route}`)!
    const [rule] = rulesFor(ruleBook, selectorOf(parseSignature(action.signature).canonical))
    const isTaken = (changes: Partial<ActionInputValues>) =>
      packArguments(rule!, encodeAction(action, { ...values, ...changes } as ActionInputValues)).ok
    const { gas_limit: limit, gas_price: price } = action.parameters
    if (limit?.kind !== 'integer' || price?.kind !== 'integer') throw new Error('Other kinds.')
    expect(isTaken({ gas_limit: limit.min, gas_price: price.max })).toBe(true)
    expect(isTaken({ gas_price: price.max + 1n })).toBe(false)
    // A ticket of the inbox needs gas; one of a gateway need not say how much.
    expect(limit.min).toBe(route === 'bridge_eth' ? 25_000n : 0n)
    if (limit.min > 0n) expect(isTaken({ gas_limit: limit.min - 1n })).toBe(false)
  }
})
