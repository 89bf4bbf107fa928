import { BaseError } from '@vaultwright/base'
import type { AnvilMissingError } from '@vaultwright/chain'
import type { EngineName } from '@vaultwright/operations'

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
