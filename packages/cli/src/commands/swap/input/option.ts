import { count, flag, type Options, text } from '../../../command/command.ts'
import {
  actionNodeOptions,
  senderOption,
  treeOption,
  treeOptions,
} from '../../../input/tree-option.ts'

/** Options that say which tree swaps, and on which chain. */
export const marketOptions = {
  tree: treeOption,
  ...treeOptions,
  ...actionNodeOptions,
  'rpc-url': {
    ...actionNodeOptions['rpc-url'],
    describe: 'A node to ask; else <CHAIN>_RPC_URL of the environment with --chain',
  },
} as const satisfies Options

/** The account that sends what is built. */
export const fromOption = senderOption(
  'The strategist that sends it; default: the account that the definition gives',
)

/** Options that say which orders of a vault count. */
export const orderReadOptions = {
  settlement: text('GPv2Settlement; default: the one that the tree signs orders for', 'address'),
  since: count(
    "Block from which on orders count; default: as long ago as the policy's longest order, or a year",
    'block',
  ),
} as const satisfies Options

/** Options of what is sold for what. */
export const pairOptions = {
  sell: text('The token that is sold: symbol or address', 'token'),
  buy: text('The token that is bought: symbol or address', 'token'),
} as const satisfies Options

/** Files that are written of what was built. */
export const builtOptions = {
  simulate: flag('Run it on the node and on a fork of it, which must agree'),
  calldata: text('Write the calldata alone, as hex: for simulate and calldata verify', 'file'),
  safe: text('Write a batch file for the Safe web app', 'file'),
  evidence: text(
    'Write leaf, proof and decoder of each call, for calldata verify --evidence',
    'file',
  ),
} as const satisfies Options
