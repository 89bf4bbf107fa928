import type { Address, Hex } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import { wordIn } from '../action/calldata-word.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { compactLeastOf } from './compact.ts'
import { odos, odosOwned } from './function.ts'

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
  signature:
    'swap((address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
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
