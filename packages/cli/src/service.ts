import type { Answer, Json } from './answer.ts'
import type { Context } from './context.ts'
import { coloured, type Ink, plain } from './print/ink.ts'
import { printJsonLine } from './print/json.ts'
import { UsageError } from './usage.ts'

/** In which form a command that runs until the interrupt tells that it is ready. */
export type ServiceWords = { readonly json: boolean; readonly out: string | undefined }

/** What a service comes to: everything was said while it ran. */
export const toldAlready: Answer = {
  json: () => null,
  jsonLines: () => [],
  text: () => [],
  exit: () => 0,
}

/**
 * Refuses a file for what is never at its end.
 *
 * @throws {UsageError} when a file is asked for.
 */
export function assertNoFile({ out }: ServiceWords, command: string): void {
  if (out === undefined) return
  throw new UsageError(`${command} runs until Ctrl-C and writes no file. Send it on: > file.`)
}

/** Tells that a service is ready, while it goes on. */
export function sayReady(
  ready: { readonly json: () => Json; readonly text: (ink: Ink) => Iterable<string> },
  { json }: ServiceWords,
  { config, stdout }: Context,
): void {
  const ink = config.color.stdout ? coloured : plain
  const pieces = json ? [printJsonLine(ready.json())] : ready.text(ink)
  stdout.write([...pieces].join(''))
}
