import type { Address, Hex } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import { wordIn } from './action/calldata-word.ts'
import type { Protocol } from './action/protocol-entry.ts'

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

/** All of what is quoted, as slippage is counted. */
const whole = 0xff_ffffn

/**
 * Reads the least that a compact swap buys: what is quoted, less the slippage that it allows.
 *
 * Source: OdosRouterV2, swapCompact: two tokens, amount, quote, 3 bytes of slippage.
 *
 * @returns base units of the token that is bought; null when the calldata ends too early.
 */
function compactLeastOf(calldata: Hex): bigint | null {
  let at = 10
  const take = (bytes: number): string => {
    const taken = calldata.slice(at, at + 2 * bytes)
    at += 2 * bytes
    return taken
  }
  const number = (digits: string): bigint => BigInt(`0x${digits.padStart(1, '0')}`)
  // A token is zero, an address in full after 0001, or its place in the router's list.
  for (const _ of ['sold', 'bought']) if (take(2) === '0001') take(20)
  take(Number(number(take(1))))
  const quote = number(take(Number(number(take(1)))))
  const slippage = number(take(3))
  return at > calldata.length ? null : (quote * (whole - slippage)) / whole
}

const parameters = {
  router: { kind: 'account', role: 'router_v2', describe: 'OdosRouterV2' },
  token_in: { kind: 'token', describe: 'Token that is sold' },
  token_out: { kind: 'token', describe: 'Token that is bought' },
  executor: {
    kind: 'account',
    describe: 'Contract that carries the swap out, as the API names it',
  },
  amount: { kind: 'amount', unit: 'token_in', describe: 'How much the calldata sells' },
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
  reads: ({ executor }) => ({ 'odosExecutor()': executor }),
  approvals,
  calldata: 'data',
  least: compactLeastOf,
})

/** What a strategist can do with Odos. */
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
} as const satisfies Protocol
