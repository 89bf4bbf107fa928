import type { Options } from './command.ts'
import { nodeOptions } from './node-option.ts'

/** The options by which a person says whose tree it is and what is known beside it. */
export const groundOptions = {
  definition: {
    kind: 'text',
    value: 'file',
    describe: 'The vault definition: accounts, names and terms that the tree does not state',
  },
  strategist: {
    kind: 'text',
    value: 'name',
    describe: 'Whose tree is built from the definition, where it has several',
  },
  lock: {
    kind: 'text',
    value: 'file',
    describe:
      'Tokens and facts as read from chains; vaultwright.lock.json beside the definition when not given',
  },
  vault: {
    kind: 'text',
    value: 'address',
    describe: 'The vault; what the tree states when not given',
  },
  manager: {
    kind: 'text',
    value: 'address',
    describe: 'The Manager; what the tree states when not given',
  },
  drone: {
    kind: 'list',
    value: 'address',
    describe: 'A drone of the vault, where neither definition nor leaves tell; may be repeated',
  },
  'chain-id': {
    kind: 'text',
    value: 'name',
    describe: 'The chain of the tree, name or id: its tokens and contracts are then known by name',
  },
  decimals: {
    kind: 'list',
    value: 'token=6',
    describe: 'Decimals of a token, said by hand; with a symbol as in 0x…=6:USDC; may be repeated',
  },
  fact: {
    kind: 'list',
    value: 'account:call=value',
    describe: 'What an account answers, said by hand, as in 0x…:asset()=0x…; may be repeated',
  },
} as const satisfies Options

/** The options by which a node is named for what only the chain can tell. */
export const readOptions = {
  'rpc-url': {
    ...nodeOptions['rpc-url'],
    describe:
      'A node for balances, allowances, quotes and facts; everything works without one where the values are given',
  },
  block: nodeOptions.block,
} as const satisfies Options

/** How a person names a node. */
export type ReadWords = {
  readonly 'rpc-url': readonly string[]
  readonly block: string | undefined
}

/** What a person says of the tree. */
export type GroundWords = {
  readonly definition: string | undefined
  readonly strategist: string | undefined
  readonly lock: string | undefined
  readonly vault: string | undefined
  readonly manager: string | undefined
  readonly drone: readonly string[]
  readonly 'chain-id': string | undefined
  readonly decimals: readonly string[]
  readonly fact: readonly string[]
}
