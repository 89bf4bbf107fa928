import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * USD0 and USD0++ of Usual.
 *
 * Source: Usual SwapperEngine, Usd0PP.
 */
export const usualMoney = {
  decoder: 'UsualMoney',
  functions: [
    { signature: 'depositUSDC(uint256 amountToDeposit)', packs: '' },
    { signature: 'mint(uint256 amountUsd0)', packs: '' },
    {
      signature:
        'provideUsd0ReceiveUSDC(address recipient, uint256 amountUsdcToTakeInNativeDecimals, uint256[] orderIdsToTake, bool partialMatchingAllowed)',
      packs: 'recipient',
    },
    {
      signature:
        'swapUsd0(address recipient, uint256 amountUsd0ToProvideInWad, uint256[] orderIdsToTake, bool partialMatchingAllowed)',
      packs: 'recipient',
    },
    { signature: 'unlockUsd0ppFloorPrice(uint256 usd0ppAmount)', packs: '' },
    { signature: 'unwrap()', packs: '' },
    { signature: 'withdrawUSDC(uint256 orderToCancel)', packs: '' },
  ],
} as const satisfies DecoderRules

const usd0Pp = { kind: 'token', describe: 'USD0++' } as const

const usd0 = { kind: 'token', describe: 'USD0' } as const

const engine = { kind: 'account', describe: 'Swapper engine of Usual' } as const

const usdc = { kind: 'token', describe: 'USDC' } as const

const orderIds = {
  kind: 'integers',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Numbers of the orders to take, in order',
} as const

const partial = {
  kind: 'flag',
  fallback: false,
  describe: 'Whether less may be taken where orders do not suffice',
} as const

const mint = defineAction({
  route: 'usual_money/mint',
  name: 'Mint USD0++',
  description: 'Locks USD0 as USD0++.',
  sentence: 'Mint {amount} of {usd0_pp}',
  parameters: {
    usd0_pp: usd0Pp,
    usd0,
    amount: { kind: 'amount', unit: 'usd0', all: 'balance', describe: 'How much USD0 to lock' },
  },
  signature: 'mint(uint256 amountUsd0)',
  rules: [usualMoney],
  target: 'usd0_pp',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'usd0', spender: 'usd0_pp', amount: 'amount' }],
})

const unwrap = defineAction({
  route: 'usual_money/unwrap',
  name: 'Unwrap USD0++',
  description: 'Turns all matured USD0++ into USD0.',
  sentence: 'Unwrap all of {usd0_pp}',
  parameters: { usd0_pp: usd0Pp },
  signature: 'unwrap()',
  rules: [usualMoney],
  target: 'usd0_pp',
  arguments: () => [],
})

const unlockFloor = defineAction({
  route: 'usual_money/unlock_floor',
  name: 'Unlock at the floor price',
  description: 'Turns USD0++ into USD0 at the floor price before it matures.',
  sentence: 'Unlock {amount} at the floor price',
  parameters: {
    usd0_pp: usd0Pp,
    amount: { kind: 'amount', unit: 'usd0_pp', describe: 'How much USD0++ to unlock' },
  },
  signature: 'unlockUsd0ppFloorPrice(uint256 usd0ppAmount)',
  rules: [usualMoney],
  target: 'usd0_pp',
  arguments: ({ amount }) => [amount],
})

const depositUsdc = defineAction({
  route: 'usual_money/deposit_usdc',
  name: 'Place an order',
  description: 'Offers USDC for USD0 in the order book.',
  sentence: 'Offer {amount} for USD0',
  parameters: {
    engine,
    usdc,
    amount: { kind: 'amount', unit: 'usdc', describe: 'How much USDC to offer' },
  },
  signature: 'depositUSDC(uint256 amountToDeposit)',
  rules: [usualMoney],
  target: 'engine',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'usdc', spender: 'engine', amount: 'amount' }],
})

const withdrawUsdc = defineAction({
  route: 'usual_money/withdraw_usdc',
  name: 'Cancel an order',
  description: 'Takes the USDC of an order back.',
  sentence: 'Cancel order {order_id}',
  parameters: {
    engine,
    order_id: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Number of the order' },
  },
  signature: 'withdrawUSDC(uint256 orderToCancel)',
  rules: [usualMoney],
  target: 'engine',
  arguments: ({ order_id }) => [order_id],
})

const takeUsdc = defineAction({
  route: 'usual_money/take_usdc',
  name: 'Take orders for USDC',
  description: 'Gives USD0 for an exact amount of USDC in orders.',
  sentence: 'Take {amount} from orders {order_ids}',
  parameters: {
    engine,
    usdc,
    usd0,
    amount: { kind: 'amount', unit: 'usdc', describe: 'How much USDC to take' },
    max_usd0: { kind: 'amount', unit: 'usd0', describe: 'The most USD0 that the engine may pull' },
    order_ids: orderIds,
    partial,
  },
  signature:
    'provideUsd0ReceiveUSDC(address recipient, uint256 amountUsdcToTakeInNativeDecimals, uint256[] orderIdsToTake, bool partialMatchingAllowed)',
  rules: [usualMoney],
  target: 'engine',
  arguments: ({ amount, order_ids, partial, self }) => [self, amount, order_ids, partial],
  approvals: [{ token: 'usd0', spender: 'engine', amount: 'max_usd0' }],
})

const swapUsd0 = defineAction({
  route: 'usual_money/swap_usd0',
  name: 'Take orders with USD0',
  description: 'Gives an exact amount of USD0 for USDC in orders.',
  sentence: 'Swap {amount} in orders {order_ids}',
  parameters: {
    engine,
    usd0,
    amount: { kind: 'amount', unit: 'usd0', describe: 'How much USD0 to give' },
    order_ids: orderIds,
    partial,
  },
  signature:
    'swapUsd0(address recipient, uint256 amountUsd0ToProvideInWad, uint256[] orderIdsToTake, bool partialMatchingAllowed)',
  rules: [usualMoney],
  target: 'engine',
  arguments: ({ amount, order_ids, partial, self }) => [self, amount, order_ids, partial],
  approvals: [{ token: 'usd0', spender: 'engine', amount: 'amount' }],
})

/** The actions of a strategist with Usual. */
const usualMoneyActions = [
  mint,
  unwrap,
  unlockFloor,
  depositUsdc,
  withdrawUsdc,
  takeUsdc,
  swapUsd0,
] as const

/** Usual Money. */
export const protocol = {
  name: 'usual_money',
  title: 'Usual Money',
  appUrl: null,
  decoders: [usualMoney],
  actions: usualMoneyActions,
  price: 'rate',
  unquoted: {
    exact_output: ['take_usdc'],
    own_rate: ['mint'],
  },
} as const satisfies Protocol
