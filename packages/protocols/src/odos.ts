import type { Address, Hex } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import { wordIn } from './action/calldata-word.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { compactFields, compactMinimumOf, openCompactSwap } from './odos-compact.ts'
import { accountAt, buyerAt, numberAt, sellerAt } from './swap/calldata-field.ts'
import { aggregatorVenue, type FreeField, freeMinimum, type SwapVenue } from './swap/venue.ts'

const swapSignature =
  'swap((address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)'
const list = {
  contract: 'the Odos router',
  function: 'addressList(uint256)',
  returns: '(address listed)',
} as const
/** The router pays its caller when the calldata names no receiver; to the decoder that is its own caller. */
const caller = {
  contract: 'the account that calls the decoder, which is the Manager',
  function: 'caller()',
  returns: '(address caller)',
} as const

/**
 * Odos: swaps with their arguments in full, or packed into a few bytes.
 *
 * Source: OdosRouterV2; what the decoder packs was observed.
 */
export const odos = {
  decoder: 'Odos',
  inherits: [],
  reads: { addressList: list, caller },
  functions: [
    {
      signature: swapSignature,
      memory: true,
      packs: 'tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver, executor',
    },
    {
      signature: 'swapCompact()',
      packs: `odosCompact().inputToken, odosCompact().outputToken, odosCompact().outputReceiver == 0
        ? caller() : odosCompact().outputReceiver, odosCompact().executor`,
    },
  ],
} as const satisfies DecoderRules

/**
 * Odos with one allowed executor, which the decoder's owner may change: checked and not packed.
 *
 * Source: OdosRouterV2; what the decoder packs was observed.
 */
export const odosOwned = {
  decoder: 'OdosOwned',
  inherits: ['Base'],
  reads: {
    addressList: list,
    caller,
    allowedExecutor: {
      contract: 'the decoder: the executor its owner has set (event OdosExecutorSet)',
      function: 'odosExecutor()',
      returns: '(address executor)',
    },
  },
  functions: [
    {
      signature: swapSignature,
      packs: 'tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver',
      checks: ['executor == allowedExecutor() else OdosOwnedDecoderAndSanitizer__InvalidExecutor'],
    },
    {
      signature: 'swapCompact()',
      packs: `odosCompact().inputToken, odosCompact().outputToken,
        odosCompact().outputReceiver == 0 ? caller() : odosCompact().outputReceiver`,
      checks: [
        'odosCompact().executor == allowedExecutor() else OdosOwnedDecoderAndSanitizer__InvalidExecutor',
      ],
    },
  ],
} as const satisfies DecoderRules

const parameters = {
  router: { kind: 'account', role: 'router_v2', describe: 'OdosRouterV2' },
  token_in: { kind: 'token', describe: 'Token that is sold' },
  token_out: { kind: 'token', describe: 'Token that is bought' },
  executor: {
    kind: 'account',
    describe: 'Contract that carries the swap out, as the API names it',
  },
  amount: {
    kind: 'amount',
    unit: 'token_in',
    zeroIsAll: true,
    describe: 'How much the calldata sells',
  },
  data: { kind: 'bytes', describe: 'Calldata of the swap, as the API gives it' },
} as const
const approvals = [{ token: 'token_in', spender: 'router', amount: 'amount' }] as const
const rules = [odos, odosOwned] as const

const swap = defineAction({
  route: 'odos/swap',
  name: 'Swap',
  description: 'Swaps one token for another as the API of Odos planned it.',
  sentence: 'Swap {amount} for {token_out} through Odos',
  parameters,
  signature: swapSignature,
  rules,
  target: 'router',
  arguments: ({ token_in, token_out, executor, amount, self }) => [
    [token_in, amount, executor, token_out, 1n, 1n, self],
    '0x',
    executor,
    0n,
  ],
  reads: ({ executor }) => ({ 'odosExecutor()': executor }),
  approvals,
  calldata: 'data',
  // Token and amount, receiver, token and quote stand before the least.
  least: (calldata) => wordIn(calldata, 5),
})

const swapCompact = defineAction({
  route: 'odos/swap_compact',
  name: 'Compact swap',
  description: 'Swaps one token for another as the API of Odos planned it, in few bytes.',
  sentence: 'Swap {amount} for {token_out} through Odos',
  parameters,
  signature: 'swapCompact()',
  rules,
  target: 'router',
  arguments: () => [],
  tail: ({ token_in, token_out, executor, amount, self }) =>
    joined([
      named(token_in),
      named(token_out),
      sized(amount),
      sized(1n),
      noSlippage,
      named(executor),
      named(executor),
      named(self),
      noReferral,
    ]),
  openTail: openCompactSwap,
  reads: ({ executor }) => ({ 'odosExecutor()': executor }),
  approvals,
  calldata: 'data',
  least: compactMinimumOf,
})

/** The actions of a strategist with Odos. */
const odosActions = [swap, swapCompact] as const

const noSlippage = '000000'
const noReferral = '00000000'

/** An address in full, rather than by its place in the router's list. Source: OdosRouterV2, swapCompact. */
function named(account: Address): string {
  return `0001${account.slice(2).toLowerCase()}`
}

/** An amount after the number of its bytes. */
function sized(amount: bigint): string {
  const digits = amount === 0n ? '' : amount.toString(16)
  const whole = digits.length % 2 === 0 ? digits : `0${digits}`
  return `${(whole.length / 2).toString(16).padStart(2, '0')}${whole}`
}

function joined(parts: readonly string[]): Hex {
  return `0x${parts.join('')}`
}

/** Odos. */
export const protocol = {
  name: 'odos',
  title: 'Odos',
  appUrl: 'https://app.odos.xyz',
  decoders: [odos, odosOwned],
  actions: odosActions,
  price: 'quote',
} as const satisfies Protocol

/** The service and its routers of version 2 are gone. Source: Odos documentation, HTTP status 410 of its interface. */
const unserved = {
  reason: 'Odos has ended its service for this router, which made its calldata.',
  isListed: false,
}

const freeOfOdos = (prefix: string): readonly FreeField[] => [
  {
    field: `${prefix}outputQuote`,
    why: 'The router keeps everything above it, so a low quote is a gift to the router however good the execution.',
  },
  { field: `${prefix}inputReceiver`, why: 'What is sold may be sent anywhere.' },
  { field: 'referralCode', why: 'A code above a threshold takes a fee.' },
  { field: 'pathDefinition', why: 'The path is not bound.' },
  {
    field: 'executor',
    why: 'Decoders with an owned executor check it against one that their owner may change without a new root.',
  },
]

/** The swap venues of Odos. Source: OdosRouterV2: seven words of the tokens, path, executor, referral. */
export const venues: readonly SwapVenue[] = [
  aggregatorVenue({
    route: 'odos/swap',
    title: 'Odos',
    unserved,
    calldata: {
      sold: accountAt('tokenInfo.inputToken', 0),
      amount: numberAt('tokenInfo.inputAmount', 1),
      isZeroAll: true,
      bought: accountAt('tokenInfo.outputToken', 3),
      quote: numberAt('tokenInfo.outputQuote', 4),
      least: numberAt('tokenInfo.outputMin', 5),
      receivers: [
        sellerAt('tokenInfo.inputReceiver', 2, 'executor'),
        buyerAt('tokenInfo.outputReceiver', 6),
      ],
      executor: accountAt('executor', 8),
      referral: numberAt('referralCode', 9),
      flags: null,
      fees: [],
    },
    free: [{ ...freeMinimum, field: 'tokenInfo.outputMin' }, ...freeOfOdos('tokenInfo.')],
  }),
  aggregatorVenue({
    route: 'odos/swap_compact',
    title: 'Odos compact',
    unserved,
    calldata: compactFields,
    free: [
      {
        field: 'slippage',
        why: 'It is taken from the quote, and all of it passes.',
      },
      { field: 'amount', why: 'An amount of no bytes means the whole balance.' },
      {
        field: 'outputReceiver',
        why: 'Zero is the caller, which to the decoder is its own caller and to the router the vault.',
      },
      ...freeOfOdos(''),
    ],
  }),
]
