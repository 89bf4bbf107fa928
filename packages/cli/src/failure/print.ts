import type { BaseError, Facts } from '@vaultwright/base'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printSafely } from '../terminal/table.ts'
import { exitCodeOf } from './exit.ts'
import { fileProblemsOf, nameOf, printFileProblems } from './file-problem.ts'

/** The code under which an error that is a bug is shown. */
const internalCode = 'internal_error'

/** Prints an error for a person: what is wrong and what to do, then its code. */
export function printError(error: unknown, style: TextStyle): string {
  const inFile = fileProblemsOf(error)
  if (inFile !== null && isOurs(error)) {
    const { source, problems } = inFile
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
    const head = `${style.red('error')} ${printSafely(nameOf(source))} has ${count}.\n`
    const code = style.dim(`      code: ${error.code}`)
    return [head, ...printFileProblems(inFile, style), `${code}\n`].join('')
  }
  if (isOurs(error) && exitCodeOf(error) !== 5) {
    const [first, ...furtherLines] = error.shortMessage.split('\n').map(printSafely)
    const below = furtherLines.map((line) => (line === '' ? '\n' : `\n      ${line}`)).join('')
    return `${style.red('error')} ${first}${below}\n${style.dim(`      code: ${error.code}`)}\n`
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const plea = 'This is a bug in vaultwright. Please report it with the lines below.'
  return `${style.red('error')} ${plea}\n${style.dim(`      code: ${errorJsonOf(error).code}`)}\n${stack}\n`
}

export function errorJsonOf(
  error: unknown,
): { code: string; message: string; facts: Facts } & Json {
  if (isOurs(error)) {
    const inFile = fileProblemsOf(error)
    const facts = inFile === null ? error.facts : { ...error.facts, file: nameOf(inFile.source) }
    return { code: error.code, message: error.shortMessage, facts }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: internalCode, message, facts: {} }
}

/** Packages that stay outside the bundle bring a class of their own: errors are recognised by their shape. */
function isOurs(error: unknown): error is BaseError {
  return error instanceof Error && 'shortMessage' in error && 'code' in error && 'facts' in error
}
