import type { DecoderRules } from '@vaultwright/manager'

const ticketChecks = [
  'maxFeePerGas <= 100000000000 else ArbitrumNativeBridgeDecoderAndSanitizer__MaxGasPriceBid',
  'gasLimit >= 25000',
  'length(data) == 0',
] as const
const outboundChecks = [
  "length(abi(_data, '(uint256 maxSubmissionCost, bytes extraData)').extraData) == 0",
  '_gasPriceBid <= 100000000000 else ArbitrumNativeBridgeDecoderAndSanitizer__MaxGasPriceBid',
] as const

/**
 * The native bridge of Arbitrum, both sides: no retryable ticket may carry a call.
 *
 * The gas of a ticket has a least where the inbox makes it, and none where a gateway does.
 * Source: Arbitrum Nitro Inbox, Outbox, ArbSys and token gateways; limits as the decoder sets them.
 */
export const arbitrumNativeBridge = {
  decoder: 'ArbitrumNativeBridge',
  inherits: [],
  functions: [
    {
      signature:
        'createRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data)',
      packs: 'to, excessFeeRefundAddress, callValueRefundAddress',
      checks: ticketChecks,
    },
    { signature: 'depositEth()', packs: '' },
    {
      signature:
        'executeTransaction(bytes32[] proof, uint256 index, address l2Sender, address to, uint256 l2Block, uint256 l1Block, uint256 l2Timestamp, uint256 value, bytes data)',
      packs: 'l2Sender, to',
    },
    {
      signature: 'outboundTransfer(address _l1Token, address _to, uint256 _amount, bytes _data)',
      packs: '_l1Token, _to',
      checks: ['length(_data) == 0'],
    },
    {
      signature:
        'outboundTransfer(address _token, address _to, uint256 _amount, uint256 _maxGas, uint256 _gasPriceBid, bytes _data)',
      packs: '_token, _to',
      checks: outboundChecks,
    },
    {
      signature:
        'outboundTransferCustomRefund(address _token, address _refundTo, address _to, uint256 _amount, uint256 _maxGas, uint256 _gasPriceBid, bytes _data)',
      packs: '_token, _refundTo, _to',
      checks: outboundChecks,
    },
    { signature: 'redeem(bytes32 ticketId)', packs: '' },
    {
      signature:
        'unsafeCreateRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data)',
      packs: 'to, excessFeeRefundAddress, callValueRefundAddress',
      checks: ticketChecks,
    },
    { signature: 'withdrawEth(address destination)', packs: 'destination' },
  ],
} as const satisfies DecoderRules
