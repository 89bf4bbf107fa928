import { isSameAddress } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { nativeAsset } from '@vaultwright/registry'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Hyperlane warp routes.
 *
 * Source: Hyperlane TokenRouter.transferRemote; what the decoder packs was observed.
 */
export const hyperlane = {
  decoder: 'Hyperlane',
  inherits: [],
  functions: [
    {
      signature: 'transferRemote(uint32 _destinationDomain, bytes32 _recipient, uint256 _amount)',
      packs: 'uint160(_destinationDomain), hi16(_recipient), lo16(_recipient)',
    },
  ],
} as const satisfies DecoderRules

const transfer = defineAction({
  route: 'hyperlane/transfer',
  name: 'Bridge',
  description: 'Sends a token to another chain by a warp route of Hyperlane.',
  sentence: 'Bridge {amount} to {recipient} on {destination}',
  parameters: {
    warp_route: { kind: 'account', describe: 'Warp route of the token on this chain' },
    destination: {
      kind: 'network',
      numbering: 'chain_id',
      describe: "Chain to send to: its Hyperlane domain, which is an EVM chain's own id",
    },
    recipient: { kind: 'word', as: 'account', describe: 'Who receives the token there' },
    token: {
      kind: 'token',
      fact: { of: 'warp_route', call: 'wrappedToken()', returns: '(address token)' },
      describe: 'Token that the route pulls; the native coin by its sign',
    },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to send' },
    fee: {
      kind: 'amount',
      unit: 'native',
      quote: ({ warp_route, destination }) => ({
        to: warp_route as `0x${string}`,
        call: 'quoteGasPayment(uint32)',
        arguments: [destination!],
        returns: '(uint256 fee)',
      }),
      describe: 'Fee of the message',
    },
  },
  signature: 'transferRemote(uint32 _destinationDomain, bytes32 _recipient, uint256 _amount)',
  rules: [hyperlane],
  target: 'warp_route',
  arguments: ({ destination, recipient, amount }) => [destination, recipient, amount],
  sends: 'either',
  // A route of the native coin takes it with the call; nothing is pulled then.
  value: ({ token, amount, fee }) => (isSameAddress(token, nativeAsset) ? amount + fee : fee),
  approvals: [{ token: 'token', spender: 'warp_route', amount: 'amount' }],
})

/** The actions of a strategist with Hyperlane. */
const hyperlaneActions = [transfer] as const

/** Hyperlane. */
export const protocol = {
  name: 'hyperlane',
  title: 'Hyperlane',
  appUrl: null,
  decoders: [hyperlane],
  actions: hyperlaneActions,
} as const satisfies Protocol
