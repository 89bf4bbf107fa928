import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { arbitrumDepositActions } from './deposit-action.ts'
import { arbitrumNativeBridge } from './function.ts'

const rules = [arbitrumNativeBridge] as const

const word = { kind: 'integer', min: 0n, max: 2n ** 256n - 1n } as const

const withdrawToken = defineAction({
  route: 'arbitrum/withdraw_token',
  name: 'Withdraw a token',
  description: 'Sends a token from Arbitrum to Ethereum, where it is claimed a week later.',
  sentence: 'Withdraw {amount} to {recipient} on Ethereum',
  parameters: {
    router: { kind: 'account', role: 'gateway_router', describe: 'Gateway router on Arbitrum' },
    ethereum_token: { kind: 'account', describe: 'The token on Ethereum' },
    token: {
      kind: 'token',
      quote: ({ router, ethereum_token }) => ({
        to: router as `0x${string}`,
        call: 'calculateL2TokenAddress(address)',
        arguments: [ethereum_token!],
        returns: '(address token)',
      }),
      describe: 'The token on Arbitrum, which the gateway burns; its router names it',
    },
    recipient: { kind: 'account', describe: 'Who receives it on Ethereum' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to withdraw' },
  },
  signature: 'outboundTransfer(address _l1Token, address _to, uint256 _amount, bytes _data)',
  rules,
  target: 'router',
  arguments: ({ ethereum_token, recipient, amount }) => [ethereum_token, recipient, amount, '0x'],
})

const withdrawEth = defineAction({
  route: 'arbitrum/withdraw_eth',
  name: 'Withdraw ETH',
  description: 'Sends ETH from Arbitrum to Ethereum, where it is claimed a week later.',
  sentence: 'Withdraw {amount} to {recipient} on Ethereum',
  parameters: {
    system: { kind: 'account', role: 'arb_sys', describe: 'ArbSys, at 0x64' },
    recipient: { kind: 'account', describe: 'Who receives it on Ethereum' },
    amount: { kind: 'amount', unit: 'native', describe: 'How much to withdraw' },
  },
  signature: 'withdrawEth(address destination)',
  rules,
  target: 'system',
  arguments: ({ recipient }) => [recipient],
  sends: 'always',
  value: ({ amount }) => amount,
})

const claim = defineAction({
  route: 'arbitrum/claim',
  name: 'Claim a withdrawal',
  description: 'Executes a message of Arbitrum on Ethereum: a token or ETH comes out.',
  sentence: 'Claim withdrawal {index} of {sender} for {recipient}',
  parameters: {
    outbox: { kind: 'account', role: 'outbox', describe: 'Outbox of Arbitrum on Ethereum' },
    sender: { kind: 'account', describe: 'Who sent the message on Arbitrum' },
    recipient: { kind: 'account', describe: 'Who is called on Ethereum' },
    proof: {
      kind: 'raw',
      type: 'bytes32[]',
      sample: [],
      describe: 'Siblings of the message in the tree of sends, bottom up',
    },
    index: { ...word, describe: 'Number of the message in the tree' },
    arbitrum_block: { ...word, describe: 'Arbitrum block of the message' },
    ethereum_block: { ...word, describe: 'Ethereum block that Arbitrum saw then' },
    timestamp: { ...word, describe: 'Time of the message, in unix seconds' },
    value: { kind: 'amount', unit: 'native', fallback: '0', describe: 'ETH of the message' },
    data: { kind: 'bytes', fallback: '0x', describe: 'Calldata of the message' },
  },
  signature:
    'executeTransaction(bytes32[] proof, uint256 index, address l2Sender, address to, uint256 l2Block, uint256 l1Block, uint256 l2Timestamp, uint256 value, bytes data)',
  rules,
  target: 'outbox',
  arguments: ({ proof, index, sender, recipient, ...transaction }) => [
    proof,
    index,
    sender,
    recipient,
    transaction.arbitrum_block,
    transaction.ethereum_block,
    transaction.timestamp,
    transaction.value,
    transaction.data,
  ],
})

const redeemTicket = defineAction({
  route: 'arbitrum/redeem_ticket',
  name: 'Redeem a ticket',
  description: 'Runs a ticket from Ethereum again that failed on Arbitrum.',
  sentence: 'Redeem ticket {ticket}',
  parameters: {
    tickets: { kind: 'account', role: 'arb_retryable_tx', describe: 'ArbRetryableTx, at 0x6E' },
    ticket: { kind: 'word', describe: 'Id of the ticket' },
  },
  signature: 'redeem(bytes32 ticketId)',
  rules,
  target: 'tickets',
  arguments: ({ ticket }) => [ticket],
})

/** The actions of a strategist on the way out of Arbitrum. */
const arbitrumWithdrawActions = [withdrawToken, withdrawEth, claim, redeemTicket] as const

/** Arbitrum bridge. */
export const protocol = {
  name: 'arbitrum',
  title: 'Arbitrum bridge',
  appUrl: 'https://bridge.arbitrum.io',
  decoders: [arbitrumNativeBridge],
  actions: [...arbitrumDepositActions, ...arbitrumWithdrawActions],
  price: 'rate',
} as const satisfies Protocol
