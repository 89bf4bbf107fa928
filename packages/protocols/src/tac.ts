import type { DecoderRules } from '@vaultwright/manager'
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
      ],
      let: { sent: `abi(encodedMessage, '${message}').message` },
      inferred: 'the words of the target were observed, the tokens after them were not',
    },
  ],
} as const satisfies DecoderRules

/** TAC cross-chain layer. */
export const protocol = {
  name: 'tac',
  title: 'TAC cross-chain layer',
  appUrl: null,
  decoders: [tacCrossChainLayer],
  actions: [],
} as const satisfies Protocol
