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

/** The parts of a failure. */
export type ErrorDetails = {
  /** First sentence what is wrong, second what to do. */
  readonly message: string
  /** The values that explain it. */
  readonly facts?: Facts
  /** The cause of the failure. */
  readonly cause?: unknown
  /** True if the same call may succeed later. Default: false. */
  readonly retryable?: boolean
}

/**
 * The kind of an error. Each process has one table by kind: the HTTP status, the exit code, whether
 * a task is tried again.
 *
 * - `invalid_input`: what was given cannot be used
 * - `not_found`: what is asked for does not exist
 * - `not_permitted`: the tree, the decoder or the server refuses it
 * - `conflict`: what exists already stands against it
 * - `unavailable`: a node, a database or the network does not answer, or not usefully; it may later
 * - `timeout`: the answer took too long
 * - `overload`: more was asked for at once than can be done
 * - `damaged_data`: what was stored or recorded cannot be used
 * - `unsupported`: this node, program or version cannot do it
 * - `bug`: no input leads here
 */
export type ErrorKind =
  | 'invalid_input'
  | 'not_found'
  | 'not_permitted'
  | 'conflict'
  | 'unavailable'
  | 'timeout'
  | 'overload'
  | 'damaged_data'
  | 'unsupported'
  | 'bug'

/**
 * The one parent of every error that Vaultwright throws on purpose.
 *
 * A class a failure, each with a stable snake_case `code` and its `kind`; an error of any other class is a bug.
 */
export abstract class BaseError extends Error {
  abstract readonly code: string
  abstract readonly kind: ErrorKind
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
