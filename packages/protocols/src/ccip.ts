import { type DecoderRules, encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { ActionInputValues, QuoteCall } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Chainlink CCIP: tokens only, without a message and without gas for one.
 *
 * The extra arguments are to be the 64-byte form, tag of the first version and gas limit; the usual
 * 36 bytes are refused.
 * Source: CCIP Router.ccipSend; what the decoder packs was observed.
 */
export const ccip = {
  decoder: 'CCIP',
  inherits: [],
  functions: [
    {
      signature:
        'ccipSend(uint64 destinationChainSelector, (bytes receiver, bytes data, (address token, uint256 amount)[] tokenAmounts, address feeToken, bytes extraArgs) message)',
      packs:
        "uint160(destinationChainSelector), abi(message.receiver, '(address receiver)').receiver, message.tokenAmounts[].token, message.feeToken",
      let: { extra: "abi(message.extraArgs, '(bytes4 tag, uint256 gasLimit)')" },
      checks: [
        'length(message.data) == 0',
        'extra.tag == 0x97a657c9 << 224',
        'extra.gasLimit == 0',
      ],
    },
  ],
} as const satisfies DecoderRules

const message =
  '(bytes receiver, bytes data, (address token, uint256 amount)[] tokenAmounts, address feeToken, bytes extraArgs)'

const receiverType = parseAbiTuple('(address receiver)')

/** First version of the extra arguments, and no gas: tokens alone need none. */
const noGas = encodeTuple(parseAbiTuple('(bytes4 tag, uint256 gasLimit)'), ['0x97a657c9', 0n])

const send = defineAction({
  route: 'ccip/send',
  name: 'Bridge',
  description: 'Sends a token to another chain by Chainlink CCIP; the fee is paid in a token.',
  sentence: 'Bridge {amount} to {recipient} on {destination}',
  parameters: {
    router: { kind: 'account', role: 'router', describe: 'Router of CCIP' },
    destination: { kind: 'network', numbering: 'ccip', describe: 'Chain to send to' },
    recipient: { kind: 'account', describe: 'Who receives the token there' },
    token: { kind: 'token', describe: 'Token to send; CCIP takes one a message' },
    fee_token: { kind: 'token', describe: 'Token that pays the fee' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much to send' },
    fee: {
      kind: 'amount',
      unit: 'fee_token',
      quote: quoteOfFee,
      describe: 'How much the router may pull as its fee',
    },
  },
  signature: `ccipSend(uint64 destinationChainSelector, ${message} message)`,
  rules: [ccip],
  target: 'router',
  arguments: (values) => [values.destination, messageOf(values)],
  approvals: [
    { token: 'token', spender: 'router', amount: 'amount' },
    { token: 'fee_token', spender: 'router', amount: 'fee' },
  ],
})

/** The actions of a strategist with Chainlink CCIP. */
const ccipActions = [send] as const

function messageOf({ recipient, token, amount, fee_token }: ActionInputValues) {
  const receiver = encodeTuple(receiverType, [recipient!])
  return [receiver, '0x', [[token!, amount!]], fee_token!, noGas] as const
}

function quoteOfFee(values: ActionInputValues): QuoteCall {
  return {
    to: values.router as QuoteCall['to'],
    call: 'getFee(uint64,(bytes,bytes,(address,uint256)[],address,bytes))',
    arguments: [values.destination!, messageOf(values)],
    returns: '(uint256 fee)',
  }
}

/** Chainlink CCIP. */
export const protocol = {
  name: 'ccip',
  title: 'Chainlink CCIP',
  appUrl: 'https://app.transporter.io',
  decoders: [ccip],
  actions: ccipActions,
  price: 'rate',
  unquoted: {
    bridge: ['send'],
  },
} as const satisfies Protocol
