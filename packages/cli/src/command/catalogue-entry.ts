import type { Command } from './command.ts'

/** A command before it is loaded: enough for the list in the help. */
export type Entry = {
  readonly name: string
  readonly describe: string
  readonly load: () => Promise<Command>
}

/** Forgets the argument types of one command, so that all fit into one list. */
export function plain(command: { readonly name: string }): Command {
  return command as Command
}

/** The verb of a command's name after a noun; none where the command is of another noun. */
export function verbOf(name: string, noun: string): readonly string[] {
  return name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : []
}
