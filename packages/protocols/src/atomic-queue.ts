import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The atomic queue of other vaults: a standing request to swap shares at a price within limits.
 *
 * The price is scaled to the decimals of the wanted token and held against limits set in the decoder.
 * Source: AtomicQueue.updateAtomicRequest.
 */
export const atomicQueue = {
  decoder: 'AtomicQueue',
  inherits: ['Base'],
  reads: {
    decimals: {
      contract: 'the wanted token',
      function: 'decimals()',
      returns: '(uint8 decimals)',
    },
    minPriceBps: {
      contract: 'the decoder: its lower limit, in basis points of the wanted token',
      function: 'minPriceBps()',
      returns: '(uint256 bps)',
    },
    maxPriceBps: {
      contract: 'the decoder: its upper limit, in basis points of the wanted token',
      function: 'maxPriceBps()',
      returns: '(uint256 bps)',
    },
  },
  functions: [
    {
      signature:
        'updateAtomicRequest(address offer, address want, (uint64 deadline, uint88 atomicPrice, uint96 offerAmount, bool inSolve) userRequest)',
      packs: 'offer, want',
      checks: [
        'userRequest.atomicPrice * 10000 / tenTo(decimals(want)) >= minPriceBps()',
        'userRequest.atomicPrice * 10000 / tenTo(decimals(want)) <= maxPriceBps()',
      ],
      inferred: 'the packed tokens follow from the interface; only a refusal was observed',
    },
  ],
} as const satisfies DecoderRules

const updateRequest = defineAction({
  route: 'atomic_queue/update_request',
  name: 'Update a request',
  description: 'Asks solvers to buy a token for another at a price; the decoder checks the price.',
  sentence: 'Offer {amount} for {want} at {price} each',
  parameters: {
    queue: { kind: 'account', describe: 'Atomic queue' },
    offer: { kind: 'token', describe: 'Token that is offered' },
    want: { kind: 'token', describe: 'Token that is wanted' },
    amount: {
      kind: 'amount',
      unit: 'offer',
      takesZero: true,
      describe: 'How much is offered; 0 cancels the request',
    },
    price: { kind: 'minimum', unit: 'want', describe: 'Price of one unit of the offered token' },
    deadline: {
      kind: 'deadline',
      fallback: 86400n,
      describe: 'Seconds from now after which solvers may not fill it',
    },
  },
  signature:
    'updateAtomicRequest(address offer, address want, (uint64 deadline, uint88 atomicPrice, uint96 offerAmount, bool inSolve) userRequest)',
  rules: [atomicQueue],
  target: 'queue',
  arguments: ({ offer, want, amount, price, deadline }) => [
    offer,
    want,
    [deadline, price, amount, false],
  ],
  approvals: [{ token: 'offer', spender: 'queue', amount: 'amount' }],
})

/** The actions of a strategist with Atomic queue. */
const atomicQueueActions = [updateRequest] as const

/** Atomic Queue. */
export const protocol = {
  name: 'atomic_queue',
  title: 'Atomic Queue',
  appUrl: null,
  decoders: [atomicQueue],
  actions: atomicQueueActions,
  price: 'rate',
  unquoted: {
    paid_later: ['update_request'],
  },
} as const satisfies Protocol
