import { olderChain } from './command/command.ts'
import { beforeDashes } from './command/usage.ts'
import { exitCodeOf } from './failure/exit.ts'
import { fileProblemsOf } from './failure/file-problem.ts'
import { errorJsonOf, printError } from './failure/print.ts'
import { parseRequest, type RunRequest } from './parse/request.ts'
import type { Answer, Context, ExitCode } from './terminal/context.ts'
import { fileSystem } from './terminal/file-system.ts'
import { printJson } from './terminal/json.ts'
import { coloured, plain, type TextStyle } from './terminal/style.ts'
import { batchesOf, type Chunks, type Writer, writeChunks } from './terminal/writer.ts'

/** The key by which completion scripts call the program, before the words typed so far. */
const completionKey = '--offer-words'

/** Runs the program once. Every error is printed. */
export async function run(words: readonly string[], context: Context): Promise<ExitCode> {
  try {
    if (words[0] === completionKey) return await complete(words.slice(1), context)
    const page = { columns: context.config.pageColumns, version: readVersion }
    const request = await parseRequest(words, page)
    if (request.kind === 'page') {
      await writeChunks(context.stdout, [request.text])
      return 0
    }
    const { command } = request
    const args = await withSettings(request, context)
    const out = args.out as string | undefined
    const forced = { ...context, isForced: args.force === true }
    const answer = await command.run(args as never, forced)
    const columns = args.wide === true ? null : context.config.columns
    const settings = { json: args.json === true, out, quiet: args.quiet === true, columns }
    return await present(answer, settings, forced)
  } catch (error) {
    if (context.signal.aborted) return 130
    await writeError(error, words, context)
    return exitCodeOf(error)
  }
}

/** Fills in what the command line does not give and a variable or the project file does. */
async function withSettings(
  { command, args }: RunRequest,
  context: Context,
): Promise<Record<string, unknown>> {
  const parts = [...Object.values(command.positionals), ...Object.values(command.options)]
  const isFilled = parts.some(({ setting }) => setting !== undefined)
  if (!isFilled && args[olderChain] === undefined) return args
  const { fillSettings } = await import('./setting/fill.ts')
  return fillSettings(command, args, context)
}

async function complete(words: readonly string[], context: Context): Promise<ExitCode> {
  const { completionsFor } = await import('./parse/completion.ts')
  const completions = await completionsFor(words, context)
  await writeChunks(context.stdout, [completions.map((word) => `${word}\n`).join('')])
  return 0
}

/** Reads --json from words that may not be understood otherwise. */
function isJsonWanted(words: readonly string[]): boolean {
  return beforeDashes(words).some((word) => /^--json(=|$)/.test(word))
}

async function writeError(
  error: unknown,
  words: readonly string[],
  context: Context,
): Promise<void> {
  const problems = fileProblemsOf(error)
  if (problems !== null) {
    const { printReportOfWords } = await import('./report/report-print.ts')
    const { code } = errorJsonOf(error)
    const report = printReportOfWords(words, problems, code)
    if (report !== null) await writeChunks(context.stdout, [report])
  }
  if (isJsonWanted(words))
    await writeChunks(context.stdout, [printJson({ error: errorJsonOf(error) })])
  const style = context.config.color.stderr ? coloured : plain
  await writeChunks(context.stderr, [printError(error, style)])
}

/** Reads the version of this package from its manifest. */
function readVersion(): string {
  const manifest = new URL('../package.json', import.meta.url)
  return JSON.parse(fileSystem.readFileSync(manifest, 'utf8')).version
}

/** The target of an answer, and its form. */
type OutputOptions = {
  readonly json: boolean
  readonly out: string | undefined
  readonly quiet: boolean
  /** The maximum width of tables on standard output; null for no limit. */
  readonly columns: number | null
}

/** Writes an answer where it was wanted: standard output, or a file, whole or not at all. */
async function present(
  answer: Answer,
  settings: OutputOptions,
  context: Context,
): Promise<ExitCode> {
  const colours = context.config.color.stdout ? coloured : plain
  const style = { ...colours, columns: settings.columns }
  if (settings.out === undefined) {
    await writeChunks(context.stdout, answer.document?.() ?? formOf(answer, settings, style))
    return answer.exit()
  }
  if (answer.isOutWritten) {
    await writeChunks(...reportOf(answer, settings, context))
    return answer.exit()
  }
  const { writeFileWhole } = await import('./terminal/output-file.ts')
  const chunks = answer.document?.() ?? formOf(answer, settings, plain)
  await writeFileWhole(settings.out, batchesOf(chunks), context)
  if (answer.document) await writeChunks(...reportOf(answer, settings, context))
  return answer.exit()
}

/** Reports a written document: JSON to standard output, a sentence to standard error. */
function reportOf(
  answer: Answer,
  { json, quiet }: OutputOptions,
  context: Context,
): [Writer, Chunks] {
  if (json) return [context.stdout, [printJson(answer.json())]]
  const style = context.config.color.stderr ? coloured : plain
  return [context.stderr, quiet ? [] : answer.text(style)]
}

function formOf(answer: Answer, settings: OutputOptions, style: TextStyle): Chunks {
  if (!settings.json) return answer.text(style)
  return answer.jsonLines?.() ?? [printJson(answer.json())]
}
