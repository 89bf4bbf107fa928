import type * as base from '@vaultwright/base'
import type * as formats from '@vaultwright/formats'
import type * as manager from '@vaultwright/manager'
import type * as merkle from '@vaultwright/merkle'
import type * as protocols from '@vaultwright/protocols'
import type * as registry from '@vaultwright/registry'
import type * as review from '@vaultwright/review'
import type { ExitCode } from './exit-code.ts'
import type * as file from './file.ts'
import type * as input from './input.ts'
import type * as shape from './shape.ts'
import type * as slot from './slot.ts'
import type * as treePath from './tree-path.ts'
import type * as usage from './usage.ts'

type CodesOf<Door> = {
  [Name in keyof Door]: Door[Name] extends abstract new (
    ...given: never
  ) => { readonly code: infer Code extends string }
    ? string extends Code
      ? never
      : Code
    : never
}[keyof Door]

/** The code of every error that can reach this process. */
export type KnownCode =
  | CodesOf<typeof base>
  | CodesOf<typeof merkle>
  | CodesOf<typeof registry>
  | CodesOf<typeof manager>
  | CodesOf<typeof protocols>
  | CodesOf<typeof formats>
  | CodesOf<typeof review>
  | CodesOf<typeof file>
  | CodesOf<typeof input>
  | CodesOf<typeof shape>
  | CodesOf<typeof slot>
  | CodesOf<typeof treePath>
  | CodesOf<typeof usage>

/** The exit code of each error. A new error does not compile until it has its line here. */
export const exitCodes = {
  invalid_hex: 3,
  output_unwritable: 3,
  input_missing: 3,
  input_is_folder: 3,
  input_unreadable: 3,
  input_too_large: 3,
  input_not_text: 3,
  input_not_json: 3,
  usage: 2,
} as const satisfies Readonly<Record<KnownCode, ExitCode>>

/**
 * Tells the exit code of whatever was thrown.
 *
 * @param error - anything.
 * @returns the code from the table; 5 for everything that is not in it, which is a bug.
 */
export function exitCodeOf(error: unknown): ExitCode {
  const code = (error as { readonly code?: unknown } | null)?.code
  if (typeof code !== 'string' || !Object.hasOwn(exitCodes, code)) return 5
  return exitCodes[code as KnownCode]
}
