import { type DecoderRules, encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { ActionInputValues, QuoteCall } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

const sendParam =
  '(uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd)'
const signature = `send(${sendParam} _sendParam, (uint256 nativeFee, uint256 lzTokenFee) _fee, address _refundAddress)`

/**
 * LayerZero OFT: tokens sent to another chain, or on through it to a second one.
 *
 * A hop is a composed message that holds the second send; both chains then share one entry.
 * Source: LayerZero IOFT.send; what the decoder packs was observed.
 */
export const oft = {
  decoder: 'OFT',
  inherits: [],
  functions: [
    {
      signature,
      packs: `length(_sendParam.composeMsg) == 0
        ? (uint160(_sendParam.dstEid), hi16(_sendParam.to), lo16(_sendParam.to), _refundAddress)
        : (uint160(_sendParam.dstEid << 32 | next.dstEid), hi16(_sendParam.to), lo16(_sendParam.to),
          hi16(next.to), lo16(next.to), _refundAddress)`,
      checks: [
        'length(_sendParam.oftCmd) == 0',
        'length(_sendParam.composeMsg) == 0 || length(next.composeMsg) == 0 && length(next.oftCmd) == 0',
      ],
      let: { next: `abi(_sendParam.composeMsg, '(${sendParam} param)').param` },
    },
  ],
} as const satisfies DecoderRules

/**
 * LayerZero OFT as an older decoder read it: the receiver is one address.
 *
 * Source: the entries of leaves that trees still carry.
 */
export const oftOneAddress = {
  decoder: 'OFT',
  version: 'receiver as one address',
  inherits: [],
  functions: [
    {
      signature,
      packs: 'uint160(_sendParam.dstEid), low20(_sendParam.to), _refundAddress',
      checks: ['length(_sendParam.composeMsg) == 0', 'length(_sendParam.oftCmd) == 0'],
    },
  ],
} as const satisfies DecoderRules

/** As questions name it, without the names of its fields. */
const messageType = '(uint32,bytes32,uint256,uint256,bytes,bytes,bytes)'

const sent = {
  oft: { kind: 'account', describe: 'OFT, or the adapter that stands before the token' },
  destination: { kind: 'network', numbering: 'layer_zero', describe: 'Chain to send to' },
  recipient: { kind: 'word', as: 'account', describe: 'Who receives the token there' },
  token: {
    kind: 'token',
    fact: { of: 'oft', call: 'token()', returns: '(address token)' },
    describe: 'Token that is sent',
  },
  amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to send' },
} as const

const options = {
  kind: 'bytes',
  fallback: '0x',
  describe: 'Extra options of the message, such as gas on the other chain',
} as const

const send = defineAction({
  route: 'layer_zero/send',
  name: 'Bridge',
  description: 'Sends a token to another chain by LayerZero; fees are paid in the native coin.',
  sentence: 'Bridge {amount} to {recipient} on {destination}',
  parameters: {
    ...sent,
    min_amount: {
      kind: 'minimum',
      unit: 'token',
      quote: quoteOfReceipt,
      describe: 'Minimum that must arrive; decimals that the bridge does not carry stay behind',
    },
    native_fee: {
      kind: 'amount',
      unit: 'native',
      quote: quoteOfFee,
      describe: 'Fee of the message; what is too much comes back',
    },
    options,
  },
  signature,
  rules: [oft, oftOneAddress],
  target: 'oft',
  arguments: ({ destination, recipient, amount, min_amount, options, native_fee, self }) => [
    [destination, recipient, amount, min_amount, options, '0x', '0x'],
    [native_fee, 0n],
    self,
  ],
  sends: 'always',
  value: ({ native_fee }) => native_fee,
  approvals: [{ token: 'token', spender: 'oft', amount: 'amount' }],
})

const sendForToken = defineAction({
  route: 'layer_zero/send_for_token_fee',
  name: 'Bridge for a fee in the token of LayerZero',
  description:
    'Sends a token to another chain by LayerZero; the OFT pulls the fee in the token of LayerZero, and no native coin goes along.',
  sentence: 'Bridge {amount} to {recipient} on {destination} for a fee of {token_fee}',
  parameters: {
    ...sent,
    endpoint: {
      kind: 'account',
      fact: { of: 'oft', call: 'endpoint()', returns: '(address)' },
      describe: 'Endpoint of LayerZero behind the OFT',
    },
    fee_token: {
      kind: 'token',
      fact: { of: 'endpoint', call: 'lzToken()', returns: '(address)' },
      describe:
        'Token of LayerZero, in which the fee is paid; the zero address where there is none',
    },
    min_amount: {
      kind: 'minimum',
      unit: 'token',
      quote: quoteOfReceipt,
      describe: 'Minimum that must arrive; decimals that the bridge does not carry stay behind',
    },
    token_fee: {
      kind: 'amount',
      unit: 'fee_token',
      takesZero: true,
      quote: quoteOfTokenFee,
      describe: 'Fee of the message in the token of LayerZero; 0 where the OFT asks for none',
    },
    options,
  },
  signature,
  rules: [oft, oftOneAddress],
  target: 'oft',
  arguments: ({ destination, recipient, amount, min_amount, options, token_fee, self }) => [
    [destination, recipient, amount, min_amount, options, '0x', '0x'],
    [0n, token_fee],
    self,
  ],
  // Source: OAppSender, `_payLzToken`: the OFT itself pulls the fee, for its endpoint.
  approvals: [
    { token: 'token', spender: 'oft', amount: 'amount' },
    { token: 'fee_token', spender: 'oft', amount: 'token_fee' },
  ],
})

const composed = parseAbiTuple(`(${messageType})`)
const chainBits = 32n
const lastChain = 2n ** chainBits - 1n

const sendThrough = defineAction({
  route: 'layer_zero/send_through',
  name: 'Bridge through another chain',
  description:
    'Sends a token by LayerZero to a contract on one chain, which sends it on to another.',
  sentence: 'Bridge {amount} through {relay} to {recipient} along {chains}',
  parameters: {
    oft: sent.oft,
    chains: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 64n - 1n,
      isIdentity: true,
      describe:
        'Both chains in one number: the LayerZero id of the first times 2^32, and that of the last',
    },
    relay: {
      kind: 'word',
      as: 'account',
      describe: 'Contract on the first chain that sends it on',
    },
    recipient: { ...sent.recipient, describe: 'Who receives the token on the last chain' },
    token: sent.token,
    amount: sent.amount,
    relay_minimum: {
      kind: 'minimum',
      unit: 'token',
      describe: 'Minimum that must arrive on the first chain',
    },
    min_amount: {
      kind: 'minimum',
      unit: 'token',
      describe: 'Minimum that must arrive on the last chain',
    },
    native_fee: {
      kind: 'amount',
      unit: 'native',
      describe: 'Fee of both messages; what is too much comes back',
    },
    options,
    relay_options: {
      kind: 'bytes',
      fallback: '0x',
      describe: 'Extra options of the second message',
    },
  },
  signature,
  rules: [oft],
  target: 'oft',
  arguments: (values) => {
    const { chains, relay, recipient, amount, relay_minimum, min_amount, native_fee } = values
    const last = [chains & lastChain, recipient, amount, min_amount, values.relay_options]
    const message = encodeTuple(composed, [[...last, '0x', '0x']])
    const first = [chains >> chainBits, relay, amount, relay_minimum, values.options]
    return [[...first, message, '0x'], [native_fee, 0n], values.self]
  },
  sends: 'always',
  value: ({ native_fee }) => native_fee,
  approvals: [{ token: 'token', spender: 'oft', amount: 'amount' }],
})

/** The actions of a strategist with LayerZero. */
const layerZeroActions = [send, sendForToken, sendThrough] as const

/** A minimum of zero: what is asked is what would arrive, so nothing may be demanded yet. */
function sendParameters({ destination, recipient, amount, options }: ActionInputValues) {
  return [destination!, recipient!, amount!, 0n, options!, '0x', '0x'] as const
}

function quoteOfReceipt(values: ActionInputValues): QuoteCall {
  return {
    to: values.oft as QuoteCall['to'],
    call: `quoteOFT(${messageType}).amountReceivedLD`,
    arguments: [sendParameters(values)],
    // Limit and receipt are static tuples: their fields stand inline.
    returns:
      '(uint256 minAmountLD, uint256 maxAmountLD, (int256 feeAmountLD, string description)[] details, uint256 amountSentLD, uint256 amountReceivedLD)',
  }
}

const feesType = '(uint256 nativeFee, uint256 lzTokenFee)'

function quoteOfFee(values: ActionInputValues): QuoteCall {
  return {
    to: values.oft as QuoteCall['to'],
    call: `quoteSend(${messageType},bool)`,
    arguments: [sendParameters(values), false],
    returns: feesType,
  }
}

function quoteOfTokenFee(values: ActionInputValues): QuoteCall {
  return {
    to: values.oft as QuoteCall['to'],
    call: `quoteSend(${messageType},bool).lzTokenFee`,
    arguments: [sendParameters(values), true],
    returns: feesType,
  }
}

/** LayerZero OFT. */
export const protocol = {
  name: 'layer_zero',
  title: 'LayerZero OFT',
  appUrl: 'https://layerzeroscan.com',
  decoders: [oft, oftOneAddress],
  actions: layerZeroActions,
  price: 'rate',
  unquoted: {
    bridge: ['send', 'send_for_token_fee', 'send_through'],
  },
} as const satisfies Protocol
