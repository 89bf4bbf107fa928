import { BaseError, type Fact, type Facts } from '@vaultwright/base'

/** One thing that is wrong with what was given. */
export type ParameterProblem = {
  /** The place of the problem: `params`, `amount`, or `actions`, 2, `params`, `amount`. */
  readonly loc: readonly (string | number)[]
  /** One sentence for a person. */
  readonly msg: string
  /** Stable name of what is wrong. */
  readonly type: string
  /** The input, if any. */
  readonly input?: Fact
  /** The limit it was compared with. */
  readonly ctx?: Facts
  /** Present when there is no chain to ask, and one would tell. */
  readonly isReadable?: true
}

type ProblemParts = {
  readonly type: string
  readonly msg: string
  readonly input?: unknown
  readonly ctx?: ParameterProblem['ctx']
  readonly isReadable?: true | undefined
}

/** Makes a problem of one parameter. */
export function problemAt(
  { loc }: Pick<ParameterProblem, 'loc'>,
  name: string,
  { type, msg, input, ctx, isReadable }: ProblemParts,
): ParameterProblem {
  return {
    loc: [...loc, 'params', name],
    msg,
    type,
    ...(input !== undefined && { input: factOf(input) }),
    ...(ctx !== undefined && { ctx }),
    ...(isReadable === true && { isReadable }),
  }
}

/** Makes a value from outside fit for an error. */
export function factOf(value: unknown): Fact {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 197)}...` : value
  if (typeof value === 'bigint') return String(value)
  const text = typeof value === 'object' ? (jsonOf(value) ?? typeof value) : typeof value
  return text.length > 200 ? `${text.slice(0, 197)}...` : text
}

function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return null
  }
}

/** Parameters are missing, unknown or cannot be built; every problem is named at once. */
export class InvalidParametersError extends BaseError {
  override readonly code = 'invalid_parameters'
  override readonly kind = 'invalid_input'
  readonly problems: readonly ParameterProblem[]

  constructor(problems: readonly ParameterProblem[]) {
    const lines = problems.map(({ loc, msg }) => `  ${loc.join('.')}: ${msg}`)
    const count =
      problems.length === 1
        ? 'A parameter is not as the action needs it.'
        : `${problems.length} parameters are not as the action needs them.`
    super({
      message: `${count} Correct this:\n${lines.join('\n')}`,
      facts: {
        detail: problems.map(({ loc, msg, type, input, ctx }) => ({
          loc,
          msg,
          type,
          ...(input !== undefined && { input }),
          ...(ctx !== undefined && { ctx }),
        })),
      },
    })
    this.problems = problems
  }
}
