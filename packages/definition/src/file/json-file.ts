import {
  type FileIssue,
  type FileReader,
  issueMessage,
  readLocatedText,
  type TextLocation,
} from '@vaultwright/document'
import { assertDistinctKeys } from '@vaultwright/formats'

/** Something that is wrong in a JSON file, at its place. */
export type JsonProblem = Partial<TextLocation> & { readonly message: string }

/** The value of a JSON file, or every problem. */
export type JsonFileResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly JsonProblem[] }

/** More cannot be corrected at once, and a text of some megabytes may be wrong everywhere. */
const maxProblems = 100

/**
 * Reads a JSON text by a schema.
 *
 * @throws {DuplicateKeyError} where a key stands twice: two readers could see two files.
 */
export function readJsonFile<Value>(
  text: string,
  readFile: FileReader<Value>,
): JsonFileResult<Value> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return { ok: false, problems: [notJson(text, cause as Error)] }
  }
  assertDistinctKeys(text)
  const parsed = readFile(json)
  if (parsed.ok) return parsed
  const { locationOf } = readLocatedText(text)
  const problems = parsed.issues.slice(0, maxProblems).map((issue) => ({
    ...locationOf(issue.path),
    message: messageOf(issue),
  }))
  return { ok: false, problems }
}

/** The number of problems a sentence spells out; the facts of an error hold them all. */
const maxShown = 8

/** Tells problems one after the other, for the sentence of an error. */
export function jsonProblemText(problems: readonly JsonProblem[]): string {
  const remainder = problems.length > maxShown ? `; and ${problems.length - maxShown} more` : ''
  const lines = problems
    .slice(0, maxShown)
    .map(({ line, column, message }) =>
      line === undefined ? message : `line ${line}, column ${column}: ${message}`,
    )
  return `${lines.join('; ')}${remainder}`
}

function messageOf(issue: FileIssue): string {
  return `${issue.path.join('.') || 'it'}: ${issueMessage(issue)}`
}

/** Engines name the place by characters from the start, by line and column, or not at all. */
function notJson(text: string, { message }: Error): JsonProblem {
  const problem = { message: `it is not JSON (${message})` }
  const line = /line (\d+) column (\d+)/.exec(message)
  if (line !== null) return { line: Number(line[1]), column: Number(line[2]), ...problem }
  const position = /position (\d+)/.exec(message)
  if (position === null) return problem
  const before = text.slice(0, Number(position[1])).split('\n')
  return { line: before.length, column: before.at(-1)!.length + 1, ...problem }
}
