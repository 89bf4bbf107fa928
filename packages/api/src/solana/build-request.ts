import { SvmInvalidParametersError, svmTemplateOf } from '@vaultwright/svm-builder'
import type { ValidationEntry } from '@vaultwright/wire'
import { assertActions, type PlacedAction } from '../build/action-request.ts'
import { RequestInvalidError } from '../request/request-check.ts'
import { assertNone } from '../request/vault-path.ts'

/**
 * Refuses actions that would be read as something else than is written, before anything is derived from them:
 * null where leaving a value out uses all that there is, for null is what a caller's NaN becomes.
 *
 * @throws {RequestInvalidError} with an entry for each place.
 */
export function assertSvmActions(placed: readonly PlacedAction[]): void {
  assertActions(placed)
  assertNone(
    placed.flatMap(({ request, loc }) => {
      const parameters = svmTemplateOf(request.route)?.parameters ?? {}
      return Object.entries(request.params ?? {}).flatMap(([name, input]) => {
        const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
        if (input !== null || parameter?.kind !== 'amount') return []
        return [{ loc: [...loc, 'params', name], msg: noNull, type: 'decimal_parsing', input }]
      })
    }),
  )
}

const noNull =
  'null is not an amount. Leave the parameter out for all that there is, or give decimal digits.'

/** Says problems of parameters at their places in the request; any other failure stays as it is. */
export function svmRefusalOf(error: unknown, placed: readonly PlacedAction[]): unknown {
  if (!(error instanceof SvmInvalidParametersError)) return error
  const [only, second] = placed
  const base = second === undefined && only !== undefined ? only.loc : ['body']
  return new RequestInvalidError(
    error.problems.map(
      ({ loc, msg, type, input }): ValidationEntry => ({
        loc: [...base, ...loc],
        msg,
        type,
        ...(input === undefined ? {} : { input }),
      }),
    ),
  )
}
