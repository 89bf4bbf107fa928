import { list, type Options, text } from '../../command/command.ts'
import { nodeOptions } from '../../input/node-option.ts'

export const treeOptions = {
  definition: text(
    'The vault definition: accounts, names and terms that the tree does not state',
    'file',
  ),
  strategist: text('Whose tree is built from the definition, where it has several', 'name'),
  lock: text(
    'Tokens and facts read from chains; default: vaultwright.lock.json beside the definition',
    'file',
  ),
  vault: text('The vault; default: as the tree states', 'address'),
  manager: text('The Manager; default: as the tree states', 'address'),
  drone: list(
    'A drone of the vault, where neither definition nor leaves tell; may be repeated',
    'address',
  ),
  'chain-id': text(
    'The chain of the tree, name or id: its tokens and contracts are then known by name',
    'name',
  ),
  decimals: list(
    'Decimals of a token, said by hand; with a symbol as in 0x…=6:USDC; may be repeated',
    'token=6',
  ),
  fact: list(
    'What an account answers, said by hand, as in 0x…:asset()=0x…; may be repeated',
    'account:call=value',
  ),
} as const satisfies Options

export const actionNodeOptions = {
  'rpc-url': {
    ...nodeOptions['rpc-url'],
    describe:
      'A node for balances, allowances, quotes and facts; everything works without one where the values are given',
  },
  agreement: nodeOptions.agreement,
  block: nodeOptions.block,
} as const satisfies Options

export type ActionNodeOptions = {
  readonly 'rpc-url': readonly string[]
  readonly agreement: number | undefined
  readonly block: string | undefined
}

export type ActionTreeOptions = {
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
