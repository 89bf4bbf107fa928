import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Circle's CCTP v2: USDC burned here to be minted there.
 *
 * Source: TokenMessengerV2 and MessageTransmitterV2; what the decoder packs was observed.
 */
export const cctp = {
  decoder: 'CCTP',
  inherits: ['Base'],
  functions: [
    {
      signature:
        'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
      packs:
        'uint160(destinationDomain), low20(mintRecipient), burnToken, low20(destinationCaller)',
    },
    { signature: 'receiveMessage(bytes message, bytes attestation)', packs: '' },
  ],
} as const satisfies DecoderRules

const rules = [cctp] as const

/** CCTP's finality thresholds are 32 bits: 1000 for a confirmed, 2000 for a finalized block. */
const finalized = 2000n

const burn = defineAction({
  route: 'cctp/burn',
  name: 'Bridge',
  description: 'Burns USDC here; Circle attests it, and as much is minted on the other chain.',
  sentence: 'Bridge {amount} to {recipient} on {destination}',
  parameters: {
    messenger: { kind: 'account', role: 'token_messenger', describe: 'Token messenger of CCTP v2' },
    token: { kind: 'token', describe: 'Token to burn' },
    destination: {
      kind: 'network',
      numbering: 'cctp',
      describe: 'Chain on which the token is minted',
    },
    recipient: { kind: 'word', as: 'account', describe: 'Who receives the token there' },
    destination_caller: {
      kind: 'word',
      as: 'account',
      describe:
        'The only account that may hand in the message on the other chain; zero for any account',
    },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to bridge' },
    max_fee: {
      kind: 'amount',
      unit: 'token',
      fallback: '0',
      describe: 'The most that may be kept as fee; fast transfers cost one',
    },
    finality: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 32n - 1n,
      fallback: finalized,
      describe: 'Finality after which Circle attests: 1000 for fast transfers, 2000 for finalized',
    },
  },
  signature:
    'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
  rules,
  target: 'messenger',
  arguments: ({ amount, destination, recipient, token, destination_caller, max_fee, finality }) => [
    amount,
    destination,
    recipient,
    token,
    destination_caller,
    max_fee,
    finality,
  ],
  approvals: [{ token: 'token', spender: 'messenger', amount: 'amount' }],
})

const receive = defineAction({
  route: 'cctp/receive',
  name: 'Receive',
  description: 'Hands in an attested message, so that bridged USDC is minted here.',
  sentence: 'Receive a message at {transmitter}',
  parameters: {
    transmitter: {
      kind: 'account',
      role: 'message_transmitter',
      describe: 'Message transmitter of CCTP v2',
    },
    message: { kind: 'bytes', describe: "Message, as Circle's API gives it" },
    attestation: { kind: 'bytes', describe: "Attestation, as Circle's API gives it" },
  },
  signature: 'receiveMessage(bytes message, bytes attestation)',
  rules,
  target: 'transmitter',
  arguments: ({ message, attestation }) => [message, attestation],
})

/** The actions of a strategist with Circle's CCTP. */
const cctpActions = [burn, receive] as const

/** Circle CCTP. */
export const protocol = {
  name: 'cctp',
  title: 'Circle CCTP',
  appUrl: 'https://www.circle.com/cross-chain-transfer-protocol',
  decoders: [cctp],
  actions: cctpActions,
  price: 'rate',
} as const satisfies Protocol
