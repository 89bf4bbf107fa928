import { BaseError, type Facts } from '@vaultwright/base'
import type { AnvilMissingError } from '@vaultwright/chain'
import type { EngineName } from '@vaultwright/operations'

export const program = 'vaultwright'

/** Refuses a command line without an option that the command needs. */
export function assertGiven<Text extends string>(value: Text | undefined, name: string): Text {
  if (value !== undefined) return value
  throw new UsageError(
    `--${name} is missing. Give it; --help tells what it is, and whether a variable may hold it.`,
    {
      option: name,
    },
  )
}

/** The words of a line in which options are read. */
export function beforeDashes(line: readonly string[]): readonly string[] {
  const end = line.indexOf('--')
  return end < 0 ? line : line.slice(0, end)
}

/** Says which page of help describes what was misused. */
export function withPage(error: unknown, page: readonly string[]): unknown {
  if (!(error instanceof UsageError)) return error
  const help = [program, ...page, '--help'].join(' ')
  return new UsageError(`${error.shortMessage} Run "${help}" for help.`, error.facts)
}

export class UsageError extends BaseError {
  override readonly code = 'usage'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts = {}) {
    super({ message, facts })
  }
}

export class NoOwnerError extends BaseError {
  override readonly code = 'no_owner'
  override readonly kind = 'invalid_input'

  constructor(name: 'vault' | 'manager') {
    super({
      message: `The tree does not state its ${name === 'vault' ? 'vault' : 'Manager'}. Give --${name}.`,
      facts: { name },
    })
  }
}

export class ForkEngineMissingError extends BaseError {
  override readonly code = 'fork_engine_missing'
  override readonly kind = 'invalid_input'

  constructor(engine: EngineName, cause: AnvilMissingError) {
    super({
      message: `The engine ${JSON.stringify(engine)} needs Anvil for its fork. ${cause.shortMessage} Or choose --engine node, which nothing then cross-checks.`,
      facts: { engine, ...cause.facts },
      cause,
    })
  }
}
