import { defineCommand, flag, text } from '../../command/command.ts'
import { offlineOption } from '../../input/node-option.ts'
import { actionNodeOptions, treeOptions, treeWord } from '../../input/tree-option.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'swap routes',
  summary: 'List the pairs and venues that a tree permits to swap',
  describe:
    'Lists the pairs that a tree lets its strategist swap, a line each and a screen at most; with --sell or --buy every venue, the leaves that permit it, whether it can be quoted, and what its leaf leaves free. Works offline; what neither leaves nor lock file tell, such as the coins of a pool, a node does.',
  positionals: { tree: treeWord },
  options: {
    sell: text('Only pairs that sell this token: symbol or address', 'token'),
    buy: text('Only pairs that buy this token: symbol or address', 'token'),
    detail: flag(
      'Print every pair with its venues and leaves, why each free field matters, and which leaf would permit limit orders; default with --sell and --buy',
    ),
    deposits: flag('Also list pairs that ERC-4626 vaults alone trade: deposits and redemptions'),
    ...treeOptions,
    ...actionNodeOptions,
    offline: offlineOption,
  },
  examples: [
    ['swap routes tree.json --chain mainnet', 'Every pair and venue, offline'],
    ['swap routes tree.json --chain 1 --sell WETH --buy USDC', 'One pair'],
    ['swap routes --definition vault.yaml --strategist trader', 'Of a tree that is not built yet'],
    ['swap routes tree.json --rpc-url https://… --json', 'With what the chain says of its pools'],
  ],
  run: async (args, context) => {
    const [{ readActionTree }, { readRoutes }, { listRoutes, printRoutes, routesJsonOf }] =
      await Promise.all([
        import('../../input/strategist-tree.ts'),
        import('./input/market-tree.ts'),
        import('./print/routes.ts'),
      ])
    const actionTree = await readActionTree(args.tree, args, context)
    const routes = await readRoutes(actionTree, args, context)
    const isFiltered = args.sell !== undefined || args.buy !== undefined
    const isDetailed = args.detail || (args.sell !== undefined && args.buy !== undefined)
    const isListed = !isFiltered && !args.detail
    return {
      json: () => routesJsonOf(routes),
      text: (style) =>
        isListed
          ? listRoutes(routes, { style, hasDeposits: args.deposits })
          : printRoutes(routes, { style, isDetailed }),
      exit: yes,
    }
  },
})
