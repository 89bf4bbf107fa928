import type { DecoderRules } from '@vaultwright/manager'
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
const asked = '(uint32,bytes32,uint256,uint256,bytes,bytes,bytes)'

const send = defineAction({
  route: 'layer_zero/send',
  name: 'Bridge',
  description: 'Sends a token to another chain by LayerZero; fees are paid in the native coin.',
  sentence: 'Bridge {amount} to {recipient} on {destination}',
  parameters: {
    oft: { kind: 'account', describe: 'OFT, or the adapter that stands before the token' },
    destination: { kind: 'network', numbering: 'layer_zero', describe: 'Chain to send to' },
    recipient: { kind: 'word', as: 'account', describe: 'Who receives the token there' },
    token: {
      kind: 'token',
      fact: { of: 'oft', call: 'token()', returns: '(address token)' },
      describe: 'Token that is sent',
    },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to send' },
    min_amount: {
      kind: 'minimum',
      unit: 'token',
      quote: quoteOfReceipt,
      describe: 'The least that must arrive; decimals that the bridge does not carry stay behind',
    },
    native_fee: {
      kind: 'amount',
      unit: 'native',
      quote: quoteOfFee,
      describe: 'Fee of the message; what is too much comes back',
    },
    options: {
      kind: 'bytes',
      fallback: '0x',
      describe: 'Extra options of the message, such as gas on the other chain',
    },
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

/** What a strategist can do with LayerZero. */
const layerZeroActions = [send] as const

/** A minimum of zero: what is asked is what would arrive, so nothing may be demanded yet. */
function askedSend({ destination, recipient, amount, options }: ActionInputValues) {
  return [destination!, recipient!, amount!, 0n, options!, '0x', '0x'] as const
}

function quoteOfReceipt(values: ActionInputValues): QuoteCall {
  return {
    to: values.oft as QuoteCall['to'],
    call: `quoteOFT(${asked}).amountReceivedLD`,
    arguments: [askedSend(values)],
    // Limit and receipt are static tuples: their fields stand inline.
    returns:
      '(uint256 minAmountLD, uint256 maxAmountLD, (int256 feeAmountLD, string description)[] details, uint256 amountSentLD, uint256 amountReceivedLD)',
  }
}

function quoteOfFee(values: ActionInputValues): QuoteCall {
  return {
    to: values.oft as QuoteCall['to'],
    call: `quoteSend(${asked},bool)`,
    arguments: [askedSend(values), false],
    returns: '(uint256 nativeFee, uint256 lzTokenFee)',
  }
}

/** LayerZero OFT. */
export const protocol = {
  name: 'layer_zero',
  title: 'LayerZero OFT',
  appUrl: 'https://layerzeroscan.com',
  decoders: [oft, oftOneAddress],
  actions: layerZeroActions,
} as const satisfies Protocol
