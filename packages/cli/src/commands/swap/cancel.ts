import { type Hex, isSameAddress } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import {
  type CancelRoute,
  cancelRouteOf,
  ForeignOrderError,
  type OrderCancelPlan,
  planOrderCancel,
} from '@vaultwright/operations'
import type { OrderState, SwapToken } from '@vaultwright/swap'
import { defineCommand } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'
import { type BuiltHere, builtJsonOf, exitOf, printBuilt } from '../../transaction/built.ts'
import { counted } from './input/field.ts'
import { finishSwap, onMarket, type SwapBuildOptions } from './input/market-on-chain.ts'
import { builtOptions, fromOption, marketOptions, orderReadOptions } from './input/option.ts'
import {
  type OrderReadOptions,
  readVaultOrders,
  tokensOfOrder,
  uidOf,
  warnUnread,
} from './input/vault-order.ts'
import { allowanceJsonOf, printChange } from './print/order.ts'

export const command = defineCommand({
  name: 'swap cancel',
  summary: 'Build the cancellation of limit orders',
  describe:
    'Builds the cancellation of a limit order, or of several that sell one token, as calldata for the Manager: each is invalidated for good where the tree permits it, else its signature is taken back, which can be given again; the allowance is lowered to what the other open orders need. Of orders that have ended, it takes back the allowance that is left.',
  positionals: { uid: { describe: 'The orders: 56 bytes as hex each', many: true } },
  options: { ...orderReadOptions, ...marketOptions, from: fromOption, ...builtOptions },
  examples: [
    ['swap cancel 0x… --tree tree.json --rpc-url http://127.0.0.1:8545', 'Print the calldata'],
    [
      'swap cancel 0x… --definition vault.yaml --strategist trader --chain mainnet --safe cancel.json',
      'For the strategist that is a Safe',
    ],
  ],
  run: async (args, context) => answerCancel(args, context),
})

type CancelOptions = SwapBuildOptions & OrderReadOptions & { readonly uid: readonly string[] }

type CancelBuilt = {
  readonly uids: readonly Hex[]
  readonly route: CancelRoute
  readonly plan: OrderCancelPlan
  readonly sellToken: SwapToken
  readonly here: BuiltHere
}

async function answerCancel(options: CancelOptions, context: Context): Promise<Answer> {
  const uids = [...new Set(options.uid.map(uidOf))]
  const cancelled = await onMarket(options, context, async (onChain): Promise<CancelBuilt> => {
    const { build, block } = onChain
    const { ports, states, unread } = await readVaultOrders(onChain, options)
    warnUnread(unread, { context, quiet: options.quiet })
    const chosen = uids.map((uid) => {
      const state = states.find((one) => one.uid.toLowerCase() === uid)
      if (state === undefined) throw new ForeignOrderError(uid, build.vault)
      return state
    })
    const [state, ...further] = chosen as [OrderState, ...OrderState[]]
    if (further.some(({ terms }) => !isSameAddress(terms.sellToken, state.terms.sellToken))) {
      throw new UsageError('The orders sell several tokens. Cancel those of one token at a time.')
    }
    const sellToken = counted(tokensOfOrder(state, onChain).sellToken)
    const route = cancelRouteOf(onChain.market, ports.contracts.settlement)
    const orders = { uids, vault: build.vault, sellToken }
    const plan = await planOrderCancel(ports, orders, { block, states, route })
    const built = await buildActions(build, plan.requests)
    const here = await finishSwap(built, { onChain, options, context })
    return { uids, route, plan, sellToken, here }
  })
  return {
    json: () => cancelJsonOf(cancelled),
    text: (style) => printCancel(cancelled, options, style),
    exit: () => exitOf(cancelled.here),
  }
}

function cancelJsonOf({ uids, route, plan, here }: CancelBuilt): Json {
  return {
    ...builtJsonOf(here),
    order_uid: uids[0]!,
    order_uids: [...uids],
    method: route === 'cow/cancel_order' ? 'invalidate' : 'withdraw_signature',
    is_final: plan.isFinal,
    allowance: allowanceJsonOf(plan.allowance),
  }
}

function* printCancel(
  { uids, plan, sellToken, here }: CancelBuilt,
  options: Pick<SwapBuildOptions, 'calldata'>,
  style: TextStyle,
): Iterable<string> {
  const ending = plan.isFinal
    ? 'for good'
    : 'by taking its signature back: it can be signed again until it expires'
  yield* printPairs(
    [
      ...uids.map((uid) => ['cancels', uid] as const),
      ['ends', ending],
      ['allowance', printChange(plan.allowance, sellToken)],
    ],
    style,
  )
  yield '\n'
  yield* printBuilt(here, options, style)
}
