import type { Answer } from './answer.ts'
import type { Context } from './context.ts'

/** A word after the command's name, by its place. */
export type Positional = {
  readonly describe: string
  /** Whether the command works without it. */
  readonly optional?: true
  /** Whether it takes all remaining words. Only the last one may. */
  readonly many?: true
}

/** A `--name` of a command. A `flag` takes no value, a `list` may be given more than once. */
export type Option = {
  readonly kind: 'flag' | 'text' | 'count' | 'list'
  readonly describe: string
  readonly choices?: readonly string[]
  /** What the value is, as the help shows it: `file`, `address`. */
  readonly value?: string
}

/** The options of a command by name, without dashes. */
export type Options = { readonly [name: string]: Option }

/** The words of a command by name, in their order. */
export type Positionals = { readonly [name: string]: Positional }

/** What a command is called with: each word and option under its name. */
export type Arguments<P extends Positionals, O extends Options> = {
  readonly [Name in keyof P]: P[Name] extends { many: true }
    ? readonly string[]
    : P[Name] extends { optional: true }
      ? string | undefined
      : string
} & { readonly [Name in keyof O]: ValueOf<O[Name]> } & {
  readonly [Name in keyof typeof commonOptions]: ValueOf<(typeof commonOptions)[Name]>
}

/** One command of the program, as a value: help, completion and parsing are loops over these. */
export type Command<P extends Positionals = Positionals, O extends Options = Options> = {
  /** What a person types after the program's name: `tree root`. */
  readonly name: string
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

/** The options that every command takes. */
export const commonOptions = {
  json: { kind: 'flag', describe: 'Print JSON alone on standard output' },
  out: { kind: 'text', value: 'file', describe: 'Write the answer to a file, whole or not at all' },
  quiet: { kind: 'flag', describe: 'No progress and no remarks on standard error' },
} as const satisfies Options

type ValueOf<O extends Option> = O extends { kind: 'flag' }
  ? boolean
  : O extends { kind: 'count' }
    ? number | undefined
    : O extends { kind: 'list' }
      ? readonly string[]
      : O extends { choices: readonly (infer Choice)[] }
        ? Choice | undefined
        : string | undefined

/** Types a command by its own words and options. */
export function defineCommand<const P extends Positionals, const O extends Options>(
  command: Command<P, O>,
): Command<P, O> {
  return command
}
