import { type DecoderRules, encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { WordParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

const message =
  '((uint64 shardsKey, string tvmTarget, string tvmPayload, uint256 tvmProtocolFee, uint256 tvmExecutorFee, string[] tvmValidExecutors, (address evmAddress, uint256 amount)[] toBridge, (address evmAddress, uint256 tokenId, uint256 amount)[] toBridgeNFT) message)'

/**
 * TAC: messages from its chain to TON. The account there is a text, packed in words of 20 bytes.
 *
 * Source: TAC CrossChainLayer, OutMessageV1.
 */
export const tacCrossChainLayer = {
  decoder: 'TacCrossChainLayer',
  inherits: [],
  functions: [
    {
      signature: 'sendMessage(uint256 messageVersion, bytes encodedMessage)',
      packs: 'words20(sent.tvmTarget, 3)[], sent.toBridge[].evmAddress',
      checks: [
        'messageVersion == 1 else TacCrossChainLayerDecoderAndSanitizer__MessageVersionNotOne',
        'length(sent.tvmTarget) >= 20',
        'length(sent.toBridge) == 1',
        'length(sent.toBridgeNFT) == 0',
      ],
      let: { sent: `abi(encodedMessage, '${message}').message` },
      inferred: 'the words of the target were observed, the tokens after them were not',
    },
  ],
} as const satisfies DecoderRules

/** The same layout with bytes for texts, so that any words of the target differ. */
const messageFields = parseAbiTuple(
  '((uint64,bytes,bytes,uint256,uint256,string[],(address,uint256)[],(address,uint256,uint256)[]))',
)

/** Twenty letters of the account, which leaves bind as the first 20 bytes of a word. */
const letters = (which: string) =>
  ({
    kind: 'word',
    describe: `The ${which} 20 letters of the account on TON, as ASCII in the first bytes of a word`,
  }) as const satisfies WordParameter

const wei = { kind: 'amount', unit: 'native' } as const

const sendMessage = defineAction({
  route: 'tac/send_message',
  name: 'Send to TON',
  description: 'Sends tokens with a message to an account on TON.',
  sentence: 'Send {amounts} to the account on TON that begins with {target1}',
  parameters: {
    layer: { kind: 'account', describe: 'CrossChainLayer of TAC' },
    target1: letters('first'),
    target2: letters('second'),
    target3: letters('third'),
    tokens: { kind: 'tokens', describe: 'Tokens to send' },
    amounts: { kind: 'amounts', unit: 'tokens', describe: 'How much of each token' },
    payload: {
      kind: 'bytes',
      fallback: '0x',
      describe: 'Message in text that the account on TON executes',
    },
    protocol_fee: { ...wei, describe: 'Fee of TAC' },
    executor_fee: { ...wei, describe: 'Fee of who delivers the message' },
    shards_key: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 64n - 1n,
      describe: 'Number that joins messages of one operation',
    },
    executors: {
      kind: 'raw',
      type: 'string[]',
      sample: [],
      describe: 'Accounts on TON that may deliver the message; empty for any',
    },
  },
  signature: 'sendMessage(uint256 messageVersion, bytes encodedMessage)',
  rules: [tacCrossChainLayer],
  target: 'layer',
  arguments: (values) => {
    const { target1, target2, target3, tokens, amounts, payload, executors } = values
    const words = [target1, target2, target3].map((word) => word.slice(2, 42)).join('')
    const target = `0x${words.replace(/(00)+$/, '')}`
    const fees = [values.protocol_fee, values.executor_fee]
    const sent = tokens.map((token, index) => [token, amounts[index] ?? 0n])
    const head = [values.shards_key, target, payload]
    return [1n, encodeTuple(messageFields, [[...head, ...fees, executors, sent, []]])]
  },
  sends: 'either',
  value: ({ protocol_fee, executor_fee }) => protocol_fee + executor_fee,
  approvals: [{ token: 'tokens', spender: 'layer', amount: 'amounts' }],
  sizes: [0, 1, 2, 3],
})

/** TAC cross-chain layer. */
export const protocol = {
  name: 'tac',
  title: 'TAC cross-chain layer',
  appUrl: null,
  decoders: [tacCrossChainLayer],
  actions: [sendMessage],
} as const satisfies Protocol
