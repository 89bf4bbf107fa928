import type { Static, TSchema } from 'typebox'
import { reviewConsoleOperations } from './review-operation.ts'
import { sessionOperations } from './session-operation.ts'
import { settingsOperations } from './settings-operation.ts'

/** Everything that the web console may ask beside the interface, by name. Not part of `/v1`. */
export const consoleOperations = {
  ...sessionOperations,
  ...settingsOperations,
  ...reviewConsoleOperations,
} as const

/** The name of an operation of the console. */
export type ConsoleOperationName = keyof typeof consoleOperations

/** Schema of a part of an operation of the console, as a type; null without one. */
export type ConsolePart<
  Name extends ConsoleOperationName,
  Key extends 'params' | 'body' | 'response',
> = (typeof consoleOperations)[Name][Key] extends TSchema
  ? Static<(typeof consoleOperations)[Name][Key]>
  : null
