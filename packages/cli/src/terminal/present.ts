import type { Answer, Context, ExitCode } from './context.ts'
import { printJson } from './json.ts'
import { coloured, plain, type TextStyle } from './style.ts'
import { batchesOf, type Chunks, type Writer, writeChunks } from './writer.ts'

/** Where an answer goes, and in which form. */
export type OutputOptions = {
  readonly json: boolean
  readonly out: string | undefined
  readonly quiet: boolean
}

/** Writes an answer where it was wanted: standard output, or a file, whole or not at all. */
export async function present(
  answer: Answer,
  settings: OutputOptions,
  context: Context,
): Promise<ExitCode> {
  const style = context.config.color.stdout ? coloured : plain
  if (settings.out === undefined) {
    await writeChunks(context.stdout, answer.document?.() ?? formOf(answer, settings, style))
    return answer.exit()
  }
  const { writeFileWhole } = await import('./output-file.ts')
  const chunks = answer.document?.() ?? formOf(answer, settings, plain)
  await writeFileWhole(settings.out, batchesOf(chunks), context.signal)
  if (answer.document) await writeChunks(...reportOf(answer, settings, context))
  return answer.exit()
}

/** What is told of a written document: JSON is an answer, a sentence for a person is a remark. */
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
