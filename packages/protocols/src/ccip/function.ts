import type { DecoderRules } from '@vaultwright/manager'
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
