import {
  type CommonValues,
  filledBy,
  flag,
  list,
  type Options,
  text,
  type ValuesOf,
} from '../command/command.ts'
import { nodeOptions } from './node-option.ts'

/** The tree that a command is about, as a word. */
export const treeWord = filledBy(
  { optional: true, describe: 'Tree file, or -; --definition in its place', value: 'file' },
  'tree',
  { unless: ['definition', 'strategist'] },
)

/** The same as an option. */
export const treeOption = filledBy(
  text('The tree whose root the strategist has; --definition builds it otherwise', 'file'),
  'tree',
  { unless: ['definition', 'strategist'] },
)

/** The account that sends what is built. */
export const senderOption = (describe: string) => filledBy(text(describe, 'address'), 'from')

export const treeOptions = {
  definition: filledBy(
    text('The vault definition: accounts, names and terms that the tree does not state', 'file'),
    'definition',
  ),
  strategist: filledBy(
    text('Whose tree is built from the definition, where it has several', 'name'),
    'strategist',
    { unless: ['tree'] },
  ),
  lock: filledBy(
    text(
      'Tokens and facts read from chains; default: vaultwright.lock.json beside the definition',
      'file',
    ),
    'lock',
  ),
  vault: text('The vault; default: as the tree states', 'address'),
  manager: text('The Manager; default: as the tree states', 'address'),
  drone: list(
    'A drone of the vault, where neither definition nor leaves tell; may be repeated',
    'address',
  ),
  chain: filledBy(
    text(
      'The chain of the tree, name or id: its tokens and contracts are then known by name, and its node is <CHAIN>_RPC_URL of the environment; default: that of the definition, else guessed from a known vault',
      'name',
    ),
    'chain',
  ),
  decimals: list(
    'Decimals of a token, given by hand; with a symbol as in 0x…=6:USDC; may be repeated',
    'token=6',
  ),
  fact: list(
    'What an account answers, given by hand, as in 0x…:asset()=0x…; may be repeated',
    'account:call=value',
  ),
} as const satisfies Options

export const actionNodeOptions = {
  'rpc-url': {
    ...nodeOptions['rpc-url'],
    describe:
      'A node for balances, allowances, quotes and facts, else <CHAIN>_RPC_URL of the chain that --chain or the definition names; everything works without one where the values are given',
  },
  agreement: nodeOptions.agreement,
  block: nodeOptions.block,
} as const satisfies Options

export type ActionNodeOptions = ValuesOf<typeof actionNodeOptions> & {
  /** Not of commands that always ask a node. */
  readonly offline?: boolean
}

export type ActionTreeOptions = ValuesOf<typeof treeOptions> & Pick<CommonValues, 'quiet'>

/** A definition as the one word of a command. */
export const definitionWord = filledBy(
  { describe: 'Vault definition, YAML or JSON, or -', value: 'file' },
  'definition',
)

export const addressesOption = flag('Print every address with all its digits')

export const nameOptions = {
  chain: filledBy(
    text(
      'The chain whose record names tokens, contracts and protocols, name or id; default: guessed from the vault',
      'name',
    ),
    'chain',
  ),
  definition: filledBy(
    text('A vault definition: its names count after those on record', 'file'),
    'definition',
  ),
  lock: filledBy(
    text('A lock file: its symbols count after those of the definition', 'file'),
    'lock',
  ),
  addresses: addressesOption,
} as const satisfies Options

export type NameOptions = Partial<ValuesOf<typeof nameOptions>> &
  Pick<ValuesOf<typeof nameOptions>, 'addresses'>
