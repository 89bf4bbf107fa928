import type { BaseError, Facts } from '@vaultwright/base'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printSafely } from '../terminal/table.ts'
import { exitCodeOf } from './exit.ts'

/** The code under which an error that is a bug is shown. */
export const internalCode = 'internal_error'

/** Prints an error for a person: what is wrong and what to do, then its code. */
export function printError(error: unknown, style: TextStyle): string {
  if (isOurs(error) && exitCodeOf(error) !== 5) {
    const [first, ...rest] = error.shortMessage.split('\n').map(printSafely)
    const below = rest.map((line) => (line === '' ? '\n' : `\n      ${line}`)).join('')
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
    return { code: error.code, message: error.shortMessage, facts: error.facts }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: internalCode, message, facts: {} }
}

/** Packages that stay outside the bundle bring a class of their own: errors are recognised by their shape. */
function isOurs(error: unknown): error is BaseError {
  return error instanceof Error && 'shortMessage' in error && 'code' in error && 'facts' in error
}
