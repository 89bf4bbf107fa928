import type { Answer, Context } from '../terminal/context.ts'

/** The names of settings in a variable or in the project file: those a command line would otherwise repeat. */
export type SettingName =
  | 'tree'
  | 'chain'
  | 'from'
  | 'database'
  | 'definition'
  | 'lock'
  | 'policy'
  | 'strategist'

/** The setting that fills an option in, where the command line does not give it. */
export type Setting = {
  readonly name: SettingName
  /** It counts only beside one of these. */
  readonly beside?: readonly string[]
  /** It does not count beside any of these. */
  readonly unless?: readonly string[]
}

/** A word after the command's name, by its place. */
export type Positional = {
  readonly describe: string
  /** The kind of value in the help, where its name does not say it: `file`, `url`. */
  readonly value?: string
  /** Fills the word in, where the command line does not give it. */
  readonly setting?: Setting
  /** True if the command works without it. */
  readonly optional?: true
  readonly choices?: readonly string[]
  /** True if it takes all remaining words. Only the last one may. */
  readonly many?: true
}

/** A `--name` of a command. A `flag` takes no value, a `list` may be given more than once. */
export type Option = {
  readonly kind: 'flag' | 'text' | 'count' | 'list'
  readonly describe: string
  readonly choices?: readonly string[]
  /** The kind of value in the help: `file`, `address`. */
  readonly value?: string
  /** The command cannot do without it. */
  readonly required?: true
  /** Fills the option in, where the command line does not give it. */
  readonly setting?: Setting
}

/** The options of a command by name, without dashes. */
export type Options = { readonly [name: string]: Option }

/** The words of a command by name, in their order. */
export type Positionals = { readonly [name: string]: Positional }

/** The arguments of a command: each word and option under its name. */
export type Arguments<P extends Positionals, O extends Options> = {
  readonly [Name in keyof P]: P[Name] extends { many: true }
    ? readonly string[]
    : P[Name] extends { optional: true }
      ? string | undefined
      : string
} & ValuesOf<O> &
  CommonValues

/** The values of options by name, as a command gets them. */
export type ValuesOf<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> }

/** The values of the options that every command takes. */
export type CommonValues = ValuesOf<typeof commonOptions>

/** The values of a command's own options and of those that every command takes. */
export type ArgumentsOf<O extends Options> = ValuesOf<O> & CommonValues

/** One command of the program, as a value: help, completion and parsing are loops over these. */
export type Command<P extends Positionals = Positionals, O extends Options = Options> = {
  /** The words after the program's name: `tree root`. */
  readonly name: string
  /** The text in the list of commands: a verb first, no full stop. */
  readonly summary: string
  readonly describe: string
  readonly positionals: P
  readonly options: O
  /** Options that it does not take though its like do, each with the reason. */
  readonly without?: { readonly [option: string]: string }
  /** Lines to type, each with what it does. */
  readonly examples: readonly (readonly [line: string, what: string])[]
  /** Parses, makes one call into a pure room, and presents. */
  readonly run: (args: Arguments<P, O>, context: Context) => Answer | Promise<Answer>
}

export const commonOptions = {
  json: { kind: 'flag', describe: 'Print JSON alone on standard output' },
  out: { kind: 'text', value: 'file', describe: 'Write the answer to a file, whole or not at all' },
  force: { kind: 'flag', describe: 'Replace a file that this program did not write today' },
  wide: { kind: 'flag', describe: 'Print tables as wide as they are, also on a terminal' },
  quiet: { kind: 'flag', describe: 'No progress and no remarks on standard error' },
} as const satisfies Options

/** The older name of `--chain`: it is read where `--chain` is, and shown nowhere. */
export const olderChain = 'chain-id'

/** A family of commands, by the noun they share. */
export const families = {
  tree: 'Tree files: check, look into, compare, convert, prove, build, plan, push',
  definition: 'Vault definitions: permissions as code',
  policy: 'Policies: rules that trees must keep to',
  actions: 'What a tree lets its strategist do',
  action: 'Actions as calldata',
  protocols: 'Protocols that definitions may name: actions, parameters, decoders',
  swap: 'Swaps within a tree: routes, quotes, market and limit-order calldata',
  calldata: 'Manager calldata: encode, decode, verify, explain',
  nav: 'The worth of vaults: counted from proven state, held against the reported rate',
  queue: 'Withdraw queues: requests, what is owed and when, held against the contract',
  exit: 'Exits: how much a vault pays, when, by which calls, and what stops it',
  safe: 'Safe transactions: hashes, the queue, proposals, executions',
  solana: 'Solana vaults: digests, transactions, permissions, history',
  decoder: 'Deployed decoders, held against the rules',
  leaf: 'Single leaves',
  block: 'Blocks that are final, proven from a checkpoint',
  db: 'The database of the API: migrate, look, back up, restore',
  tenant: 'Tenants of the API',
  user: 'Users of a tenant and their roles',
  key: 'API keys of users',
  vault: 'Vaults of a tenant',
  index: 'Index vaults: readings, snapshots, yield, and their receipts',
  audit: 'The log of administrative acts',
  dev: 'A chain and a service to try things on',
} as const

type ValueOf<O extends Option> = O extends { kind: 'flag' }
  ? boolean
  : O extends { kind: 'count' }
    ? number | undefined
    : O extends { kind: 'list' }
      ? readonly string[]
      : O extends { choices: readonly (infer Choice)[] }
        ? Choice | undefined
        : string | undefined

/** An option without a value. */
export function flag(describe: string) {
  return { kind: 'flag', describe } as const
}

/** An option with a text; `value` says in the help what it is. */
export function text(describe: string, value?: string) {
  return { kind: 'text', describe, ...(value === undefined ? {} : { value }) } as const
}

/** An option that is one of some texts. */
export function choice<const Choices extends readonly string[]>(
  choices: Choices,
  describe: string,
) {
  return { kind: 'text', choices, describe } as const
}

/** An option with a whole number from 0. */
export function count(describe: string, value?: string) {
  return { kind: 'count', describe, ...(value === undefined ? {} : { value }) } as const
}

/** An option that may be given more than once. */
export function list(describe: string, value?: string) {
  return { kind: 'list', describe, ...(value === undefined ? {} : { value }) } as const
}

/** Marks an option, or a word, without which the command does nothing. */
export function required<const O extends Option>(option: O) {
  return { ...option, required: true } as const
}

/** Lets a variable or the project file fill in an option, or a word, that the command line does not give. */
export function filledBy<const Part extends Option | Positional>(
  part: Part,
  name: SettingName,
  conditions: Omit<Setting, 'name'> = {},
) {
  return { ...part, setting: { name, ...conditions } as Setting }
}

/** The variable of a setting. */
export function variableOf(name: SettingName): string {
  return `VAULTWRIGHT_${name.toUpperCase()}`
}

/** Types a command by its own words and options. */
export function defineCommand<const P extends Positionals, const O extends Options>(
  command: Command<P, O>,
): Command<P, O> {
  return command
}
