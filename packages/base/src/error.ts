/** A JSON-safe value: what an error's facts and a finding's facts are made of. */
export type Fact =
  | string
  | number
  | boolean
  | null
  | readonly Fact[]
  | { readonly [key: string]: Fact }

/** The facts of an error or a finding, by name. */
export type Facts = { readonly [key: string]: Fact }

/** What a failure is made of. */
export type ErrorDetails = {
  /** First sentence what is wrong, second what to do. */
  readonly message: string
  /** The values that explain it. */
  readonly facts?: Facts
  /** What it was caused by. */
  readonly cause?: unknown
  /** Whether the same call may succeed later. False when not said. */
  readonly retryable?: boolean
}

/**
 * The one parent of every error that Vaultwright throws on purpose.
 *
 * A class a failure, each with a stable snake_case `code`; an error of any other class is a bug.
 */
export abstract class BaseError extends Error {
  abstract readonly code: string
  readonly shortMessage: string
  readonly facts: Facts
  readonly retryable: boolean

  constructor(failure: ErrorDetails) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause })
    this.name = new.target.name
    this.shortMessage = failure.message
    this.facts = failure.facts ?? {}
    this.retryable = failure.retryable ?? false
  }
}

/**
 * The codes of the error classes among the exports of a module: what a table of errors has a line for.
 * A class whose code is any text is no failure of its own, and is left out.
 */
export type CodesOf<Door> = {
  [Name in keyof Door]: Door[Name] extends abstract new (
    ...given: never
  ) => { readonly code: infer Code extends string }
    ? string extends Code
      ? never
      : Code
    : never
}[keyof Door]
