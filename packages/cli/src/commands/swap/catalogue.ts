import { type Entry, plain } from '../../command/catalogue-entry.ts'

/** The commands of swaps, in the order of the help. */
export const swapEntries: readonly Entry[] = [
  {
    name: 'swap routes',
    describe: 'List the pairs and venues that a tree lets its strategist swap',
    load: async () => plain((await import('./routes.ts')).swapRoutes),
  },
  {
    name: 'swap quote',
    describe: 'Measure every way of a tree to swap, ranked, with a receipt',
    load: async () => plain((await import('./quote.ts')).swapQuote),
  },
  {
    name: 'swap build',
    describe: 'Build a swap as Manager calldata whose least keeps to the policy',
    load: async () => plain((await import('./build.ts')).swapBuild),
  },
  {
    name: 'swap explain',
    describe: 'Recompute a quote offline from its receipt, step by step',
    load: async () => plain((await import('./explain.ts')).swapExplain),
  },
  {
    name: 'swap order',
    describe: 'Build a limit order as Manager calldata, with its uid',
    load: async () => plain((await import('./order.ts')).swapOrder),
  },
  {
    name: 'swap cancel',
    describe: 'Build the end of a limit order as Manager calldata',
    load: async () => plain((await import('./cancel.ts')).swapCancel),
  },
  {
    name: 'swap orders',
    describe: 'Show the limit orders of a vault as the chain says them',
    load: async () => plain((await import('./orders.ts')).swapOrders),
  },
]
