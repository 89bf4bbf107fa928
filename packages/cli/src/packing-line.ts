import { BaseError } from '@vaultwright/base'
import { ruleBook } from '@vaultwright/protocols'
import type { Answer, Json } from './answer.ts'
import type { Context } from './context.ts'
import { exitCodeOf } from './exit.ts'
import type { ExitCode } from './exit-code.ts'
import { hexOf } from './hex-input.ts'
import { parseJson } from './input.ts'
import { type Line, linesOf } from './line.ts'
import { answerPacking, type PackingAnswer, type PackingQuestion } from './packing.ts'
import { errorJsonOf } from './print/error.ts'
import type { Ink } from './print/ink.ts'
import { printJsonLine } from './print/json.ts'
import { packingJsonOf, printPackingLine } from './print/packing.ts'
import { parseReads } from './reads-input.ts'
import { assertKnown, fieldsOf, textAt } from './shape.ts'

/** What holds for every line that does not say otherwise. */
export type LineDefaults = Pick<PackingQuestion, 'signature' | 'reads'>

/**
 * Answers standard input line by line, in order, as the lines come.
 *
 * @returns an answer that is made while it is written; its exit is 3 when a line was invalid, else 1
 * when one has no packed arguments.
 */
export function answerLines(defaults: LineDefaults, context: Context): Answer {
  let exit: ExitCode = 0
  const lines = async function* (print: (answer: PackingAnswer | BaseError) => string) {
    for await (const line of linesOf(context.stdin())) {
      context.signal.throwIfAborted()
      const answer = answerLine(line, defaults)
      const code = answer instanceof BaseError ? exitCodeOf(answer) : exitOf(answer)
      exit = exit < code ? code : exit
      yield print(answer)
    }
  }
  return {
    json: () => null,
    jsonLines: () => lines((answer) => printJsonLine(jsonOf(answer))),
    text: (ink: Ink) => lines((answer) => printPackingLine(answer, ink)),
    exit: () => exit,
  }
}

function answerLine({ number, text }: Line, defaults: LineDefaults): PackingAnswer | BaseError {
  if (typeof text !== 'string') return text
  try {
    return answerPacking(questionOf(text, `line ${number}`, defaults), ruleBook)
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}

function questionOf(text: string, place: string, defaults: LineDefaults): PackingQuestion {
  const fields = fieldsOf(parseJson(text, place), place)
  assertKnown(fields, ['calldata', 'signature', 'reads'], place)
  const { calldata, signature, reads } = fields
  return {
    calldata: hexOf(textAt(calldata, `${place}: calldata`)),
    signature:
      signature === undefined ? defaults.signature : textAt(signature, `${place}: signature`),
    reads: reads === undefined ? defaults.reads : parseReads(reads, `${place}: reads`),
  }
}

function exitOf({ packings }: PackingAnswer): ExitCode {
  return packings.length > 0 ? 0 : 1
}

function jsonOf(answer: PackingAnswer | BaseError): Json {
  return answer instanceof BaseError ? { error: errorJsonOf(answer) } : packingJsonOf(answer)
}
