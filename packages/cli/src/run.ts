import { argumentsOf, parsePlainly, type RawArguments } from './argv.ts'
import { entryOf } from './catalogue.ts'
import type { Command } from './command.ts'
import type { Context } from './context.ts'
import { exitCodeOf } from './exit.ts'
import type { ExitCode } from './exit-code.ts'
import { writePieces } from './output.ts'
import { present } from './present.ts'
import { errorJsonOf, printError } from './print/error.ts'
import { coloured, plain } from './print/ink.ts'
import { printJson } from './print/json.ts'

/**
 * Runs the program once.
 *
 * @param words - the words after the program's name.
 * @param context - what it may touch of the world outside.
 * @returns the exit code; every error was printed.
 */
export async function run(words: readonly string[], context: Context): Promise<ExitCode> {
  try {
    const call = (await plainCallOf(words)) ?? (await fullCallOf(words, context))
    if (call === null) return 0
    const args = argumentsOf(call.command, call.raw)
    const answer = await call.command.run(args as never, context)
    const out = args.out as string | undefined
    const manner = { json: args.json === true, out, quiet: args.quiet === true }
    return await present(answer, manner, context)
  } catch (error) {
    if (context.signal.aborted) return 130
    await writeError(error, isJsonWanted(words), context)
    return exitCodeOf(error)
  }
}

type Call = { readonly command: Command; readonly raw: RawArguments }

async function plainCallOf(words: readonly string[]): Promise<Call | null> {
  const command = await entryOf(words)?.load()
  const length = command?.name.split(' ').length
  const raw = command === undefined ? null : parsePlainly(command, words.slice(length))
  return command === undefined || raw === null ? null : { command, raw }
}

/** Asks the full parser, which may also have printed all there is to say: null then. */
async function fullCallOf(words: readonly string[], context: Context): Promise<Call | null> {
  const { parseFully } = await import('./frame.ts')
  const { version } = await import('./version.ts')
  const columns = Math.min(context.config.columns ?? 100, 110)
  const framed = await parseFully(words, { version, columns, shell: context.config.shell })
  if (framed.kind === 'run') return framed
  await writePieces(context.stdout, [framed.text])
  return null
}

/** Words that could not be understood may still say in which form the error is wanted. */
function isJsonWanted(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).some((word) => /^--json(=|$)/.test(word))
}

async function writeError(error: unknown, isJson: boolean, context: Context): Promise<void> {
  if (isJson) await writePieces(context.stdout, [printJson({ error: errorJsonOf(error) })])
  const ink = context.config.color.stderr ? coloured : plain
  await writePieces(context.stderr, [printError(error, ink)])
}
