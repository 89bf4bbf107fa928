import { encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { AccountParameter, AmountParameter, IntegerParameter } from '../action/parameter.ts'
import { arbitrumNativeBridge } from './function.ts'

const rules = [arbitrumNativeBridge] as const

const submissionType = parseAbiTuple('(uint256 maxSubmissionCost, bytes extraData)')

const router = {
  kind: 'account',
  role: 'gateway_router',
  describe: 'Gateway router on this chain',
} as const satisfies AccountParameter

const inbox = {
  kind: 'account',
  role: 'inbox',
  describe: 'Inbox of Arbitrum on Ethereum',
} as const satisfies AccountParameter

const recipient = {
  kind: 'account',
  describe: 'Who receives it on the other chain',
} as const satisfies AccountParameter

const refundTo = {
  kind: 'account',
  describe:
    'Who receives on Arbitrum what was paid for gas and not used; a contract here gets it at its alias',
} as const satisfies AccountParameter

const word = { kind: 'integer', min: 0n, max: 2n ** 256n - 1n } as const

/** The cost of a ticket to Arbitrum, within the limits that decoders set. */
const ticket = {
  gas_limit: {
    ...word,
    min: 25_000n,
    describe: 'Gas of the ticket on Arbitrum; 25,000 at least',
  },
  gas_price: {
    ...word,
    max: 100_000_000_000n,
    describe: 'Gas price of the ticket in wei; 100 gwei at most',
  },
  max_submission_cost: {
    kind: 'amount',
    unit: 'native',
    describe: 'The most that keeping the ticket may cost',
  },
} as const satisfies { readonly [name: string]: IntegerParameter | AmountParameter }

const deposit = {
  router,
  gateway: {
    kind: 'account',
    role: 'erc20_gateway',
    describe: 'Gateway of the token, which pulls it; the router names it',
  },
  token: { kind: 'token', describe: 'Token on Ethereum' },
  recipient,
  amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to bridge' },
  ...ticket,
  gas_limit: { ...word, describe: 'Gas of the ticket on Arbitrum; decoders set no minimum' },
} as const

const approvals = [{ token: 'token', spender: 'gateway', amount: 'amount' }] as const

const bridgeToken = defineAction({
  route: 'arbitrum/bridge_token',
  name: 'Bridge a token',
  description: 'Sends a token from Ethereum to Arbitrum.',
  sentence: 'Bridge {amount} to {recipient} on Arbitrum',
  parameters: deposit,
  signature:
    'outboundTransfer(address _token, address _to, uint256 _amount, uint256 _maxGas, uint256 _gasPriceBid, bytes _data)',
  rules,
  target: 'router',
  arguments: ({ token, recipient, amount, ...costs }) => [
    token,
    recipient,
    amount,
    costs.gas_limit,
    costs.gas_price,
    submissionOf(costs),
  ],
  sends: 'always',
  value: costOf,
  approvals,
})

const bridgeTokenWithRefund = defineAction({
  route: 'arbitrum/bridge_token_with_refund',
  name: 'Bridge a token, refund elsewhere',
  description: 'Sends a token from Ethereum to Arbitrum; what gas does not use goes to an account.',
  sentence: 'Bridge {amount} to {recipient} on Arbitrum, refunding {refund_to}',
  parameters: { ...deposit, refund_to: refundTo },
  signature:
    'outboundTransferCustomRefund(address _token, address _refundTo, address _to, uint256 _amount, uint256 _maxGas, uint256 _gasPriceBid, bytes _data)',
  rules,
  target: 'router',
  arguments: ({ token, refund_to, recipient, amount, ...costs }) => [
    token,
    refund_to,
    recipient,
    amount,
    costs.gas_limit,
    costs.gas_price,
    submissionOf(costs),
  ],
  sends: 'always',
  value: costOf,
  approvals,
})

const ticketDraft = {
  sentence: 'Send {amount} to {recipient} on Arbitrum',
  parameters: {
    inbox,
    recipient,
    refund_to: refundTo,
    value_refund_to: {
      kind: 'account',
      describe:
        'Who receives the ETH on Arbitrum if the ticket is cancelled; a contract here gets it at its alias',
    },
    amount: { kind: 'amount', unit: 'native', describe: 'How much ETH arrives' },
    ...ticket,
  },
  rules,
  target: 'inbox',
  sends: 'either',
} as const

type Ticket = Costs & {
  readonly recipient: string
  readonly refund_to: string
  readonly value_refund_to: string
  readonly amount: bigint
}

const bridgeEth = defineAction({
  ...ticketDraft,
  route: 'arbitrum/bridge_eth',
  name: 'Bridge ETH by ticket',
  description: 'Sends ETH from Ethereum to Arbitrum by a retryable ticket.',
  signature:
    'createRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data)',
  arguments: ticketOf,
  value: (values) => values.amount + costOf(values),
})

const bridgeEthUnsafely = defineAction({
  ...ticketDraft,
  route: 'arbitrum/bridge_eth_unsafely',
  name: 'Bridge ETH by ticket, unchecked',
  description: 'Sends ETH to Arbitrum by a ticket that the inbox does not check for its funds.',
  signature:
    'unsafeCreateRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data)',
  arguments: ticketOf,
  value: (values) => values.amount + costOf(values),
})

const depositEth = defineAction({
  route: 'arbitrum/deposit_eth',
  name: 'Deposit ETH',
  description:
    "Sends ETH from Ethereum to the vault's alias on Arbitrum, which moves it by tickets alone.",
  sentence: 'Deposit {amount} into {inbox} for the alias on Arbitrum',
  parameters: {
    inbox,
    amount: { kind: 'amount', unit: 'native', describe: 'How much ETH to send' },
  },
  signature: 'depositEth()',
  rules,
  target: 'inbox',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

/** The actions of a strategist with the bridge of Arbitrum on Ethereum, claims left out. */
export const arbitrumDepositActions = [
  bridgeToken,
  bridgeTokenWithRefund,
  bridgeEth,
  bridgeEthUnsafely,
  depositEth,
] as const

type Costs = {
  readonly gas_limit: bigint
  readonly gas_price: bigint
  readonly max_submission_cost: bigint
}

function costOf({ gas_limit, gas_price, max_submission_cost }: Costs): bigint {
  return max_submission_cost + gas_limit * gas_price
}

function submissionOf({ max_submission_cost }: Costs) {
  return encodeTuple(submissionType, [max_submission_cost, '0x'])
}

function ticketOf({ recipient, amount, refund_to, value_refund_to, ...costs }: Ticket) {
  const { max_submission_cost, gas_limit, gas_price } = costs
  return [
    recipient,
    amount,
    max_submission_cost,
    refund_to,
    value_refund_to,
    gas_limit,
    gas_price,
    '0x',
  ]
}
