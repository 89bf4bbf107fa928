import type { DecoderRules } from '@vaultwright/manager'

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
