import { ForeignOrderError, readFillValues } from '@vaultwright/operations'
import type { OrderStatus } from '@vaultwright/swap'
import { type ArgumentsOf, defineCommand, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { type Context, type Json, yes } from '../../terminal/context.ts'
import { onMarket } from './input/market-on-chain.ts'
import { marketOptions, orderReadOptions } from './input/option.ts'
import { readTenantOrders } from './input/tenant-order.ts'
import {
  readVaultOrders,
  tokensOfOrder,
  uidOf,
  warnUnread,
  zeroingCallOf,
} from './input/vault-order.ts'
import { orderJsonOf, type PrintedOrder, printOrder, printOrders } from './print/order.ts'
import { printTenantOrders } from './print/tenant-order.ts'

const statuses: readonly OrderStatus[] = [
  'pending',
  'open',
  'partially_filled',
  'filled',
  'expired',
  'cancelled',
]

const ordersOptions = {
  ...marketOptions,
  ...orderReadOptions,
  url: text(
    'List the orders of all vaults by the API there, with the key in VAULTWRIGHT_API_KEY; no tree and no node are read',
    'url',
  ),
  status: list(`Only orders in this state: ${statuses.join(', ')}; may be repeated`, 'state'),
}

export const command = defineCommand({
  name: 'swap orders',
  summary: 'Show the limit orders of a vault on chain',
  describe:
    'Shows the limit orders of a vault as the chain says them at one block: state, what is filled, what solvers may still fill, and what deserves a look. Terms come out of the calldata that signed each order. With a uid it shows that order and its trades, each held against what the sold amount was worth by the prices of the definition at its block. With --url it lists the orders of all vaults of a tenant.',
  positionals: {
    uid: { optional: true, describe: 'An order: 56 bytes as hex; default: every order' },
  },
  options: ordersOptions,
  examples: [
    ['swap orders --tree tree.json --rpc-url http://127.0.0.1:8545', 'Every order of the vault'],
    [
      'swap orders --definition vault.yaml --strategist trader --chain mainnet --status open',
      'Open ones',
    ],
    [
      'swap orders --url https://api.example.com --status open',
      'Open orders of every vault, by the API',
    ],
    ['swap orders 0x… --tree tree.json --rpc-url https://… --json', 'One, with its trades'],
  ],
  run: async (args, context) => {
    const statuses = args.status.map(statusOf)
    if (args.url !== undefined) {
      if (args.uid !== undefined)
        throw new UsageError('--url lists orders. Leave the uid out.', { option: 'url' })
      const listed = await readTenantOrders(args.url, statuses, context)
      return {
        json: () => ({ orders: listed as Json }),
        text: (style) => printTenantOrders(listed, style),
        exit: yes,
      }
    }
    const { order, ...orders } = await readPrinted({ ...args, from: undefined }, args.uid, context)
    if (order !== null) {
      return {
        json: () => orderJsonOf(order),
        text: (style) => printOrder(order, style),
        exit: yes,
      }
    }
    const shown = orders.orders.filter(
      ({ state }) => statuses.length === 0 || statuses.includes(state.status),
    )
    return {
      json: () => ({ vault: orders.vault, orders: shown.map(orderJsonOf) }),
      text: (style) => printOrders(shown, style),
      exit: yes,
    }
  },
})

type OrdersOptions = ArgumentsOf<typeof ordersOptions> & { readonly from: undefined }

/** Reads every order of a vault; of the one that is named also what its fills were worth. */
async function readPrinted(options: OrdersOptions, uid: string | undefined, context: Context) {
  return onMarket(options, context, async (onChain) => {
    const { states, unread, ports } = await readVaultOrders(onChain, options)
    warnUnread(unread, { context, quiet: options.quiet })
    const orders = states.map(
      (state): PrintedOrder => ({
        state,
        ...tokensOfOrder(state, onChain),
        block: onChain.block,
        zeroingCall: zeroingCallOf(state, onChain, ports.contracts.relayer),
      }),
    )
    const { vault } = onChain.build
    if (uid === undefined) return { vault, orders, order: null }
    const order = orderMeant(uid, orders, vault)
    const fills = await readFillValues(onChain, order, order.state.trades)
    return { vault, orders, order: { ...order, fills } }
  })
}

/** Finds the order that a uid names. */
function orderMeant(
  word: string,
  orders: readonly PrintedOrder[],
  vault: `0x${string}`,
): PrintedOrder {
  const uid = uidOf(word)
  const order = orders.find(({ state }) => state.uid.toLowerCase() === uid)
  if (order === undefined) throw new ForeignOrderError(uid, vault)
  return order
}

function statusOf(word: string): OrderStatus {
  const status = statuses.find((name) => name === word)
  if (status !== undefined) return status
  throw new UsageError(
    `--status cannot be ${JSON.stringify(word)}. Choose of ${statuses.join(', ')}.`,
    { option: 'status', value: word },
  )
}
