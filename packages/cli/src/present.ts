import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import type { ExitCode } from './exit-code.ts'
import { batchesOf, writePieces } from './output.ts'
import type { Pieces } from './pieces.ts'
import { coloured, type Ink, plain } from './print/ink.ts'
import { printJson } from './print/json.ts'
import type { Sink } from './sink.ts'

/** Where an answer goes, and in which form. */
export type Manner = {
  readonly json: boolean
  readonly out: string | undefined
  readonly quiet: boolean
}

/** Writes an answer where it was wanted: standard output, or a file, whole or not at all. */
export async function present(answer: Answer, manner: Manner, context: Context): Promise<ExitCode> {
  const ink = context.config.color.stdout ? coloured : plain
  if (manner.out === undefined) {
    await writePieces(context.stdout, answer.document?.() ?? formOf(answer, manner, ink))
    return answer.exit()
  }
  const { writeFileWhole } = await import('./file.ts')
  const pieces = answer.document?.() ?? formOf(answer, manner, plain)
  await writeFileWhole(manner.out, batchesOf(pieces), context.signal)
  if (answer.document) await writePieces(...reportOf(answer, manner, context))
  return answer.exit()
}

/** What is told of a written document: JSON is an answer, a sentence for a person is a remark. */
function reportOf(answer: Answer, { json, quiet }: Manner, context: Context): [Sink, Pieces] {
  if (json) return [context.stdout, [printJson(answer.json())]]
  const ink = context.config.color.stderr ? coloured : plain
  return [context.stderr, quiet ? [] : answer.text(ink)]
}

function formOf(answer: Answer, manner: Manner, ink: Ink): Pieces {
  if (!manner.json) return answer.text(ink)
  return answer.jsonLines?.() ?? [printJson(answer.json())]
}
