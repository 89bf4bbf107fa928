import { BaseError, type Fact, nearestOf } from '@vaultwright/base'
import { svmTemplates } from '../catalogue/catalogue.ts'

/** One thing that is wrong with what was given. */
export type SvmParameterProblem = {
  /** The place of the problem: `params`, `amount`, or `actions`, 2, `params`, `amount`. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
  /** Stable name of what is wrong. */
  readonly type: string
  readonly input?: Fact
}

/** Parameters are missing, unknown or cannot be built; every problem is named at once. */
export class SvmInvalidParametersError extends BaseError {
  override readonly code = 'invalid_parameters'
  override readonly kind = 'invalid_input'
  readonly problems: readonly SvmParameterProblem[]

  constructor(problems: readonly SvmParameterProblem[]) {
    const lines = problems.map(({ loc, msg }) => `  ${loc.join('.')}: ${msg}`)
    const count =
      problems.length === 1
        ? 'A parameter is not as the action needs it.'
        : `${problems.length} parameters are not as the action needs them.`
    super({
      message: `${count} Correct this:\n${lines.join('\n')}`,
      facts: { detail: problems.map((problem) => ({ ...problem })) },
    })
    this.problems = problems
  }
}

/** A batch has no action. */
export class SvmNoActionsError extends BaseError {
  override readonly code = 'no_actions'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'No actions provided. Give at least one {route, params}.' })
  }
}

/** No template has the route. */
export class SvmUnknownRouteError extends BaseError {
  override readonly code = 'unknown_route'
  override readonly kind = 'invalid_input'

  constructor(route: string, permitted: readonly string[]) {
    const near = nearestOf(
      route,
      svmTemplates.map((template) => template.route),
    )
    const hint =
      near === null ? `The definition has ${permitted.join(', ')}.` : `Did you mean ${near}?`
    super({
      message: `${JSON.stringify(route)} is not an action of any protocol on Solana. ${hint}`,
      facts: { route, permitted: [...permitted] },
    })
  }
}

/** No permission of the vault has the route. */
export class SvmRouteNotPermittedError extends BaseError {
  override readonly code = 'route_not_permitted'
  override readonly kind = 'not_permitted'

  constructor(route: string, permitted: readonly string[]) {
    super({
      message: `The vault has no permission for ${route}. It has ${permitted.join(', ') || 'none'}. Add an entry to its definition, and let the authority create the digest.`,
      facts: { route, permitted: [...permitted] },
    })
  }
}
