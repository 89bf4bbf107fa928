import { BaseError } from '@vaultwright/base'
import { type ActionRequest, requestsOf } from '@vaultwright/builder'
import { actionOf } from '@vaultwright/protocols'
import { maxBatchActions, type ValidationEntry } from '@vaultwright/wire'
import { bodyBounds, excessOfJson, faultOfExcess } from '../body/json-bound.ts'
import { faultOfJson } from '../body/json-guard.ts'
import { RequestInvalidError } from '../request/request-check.ts'

/** An action that is asked for, and where it stands in the request. */
export type PlacedAction = { readonly request: ActionRequest; readonly loc: ValidationEntry['loc'] }

/**
 * Refuses actions that would be read as something else than is written: JSON in a text that the body
 * itself could not hold, and null where leaving a value out uses all that there is, for null is what
 * a caller's NaN becomes. Refuses more actions than a batch may have, those inside of loans included.
 *
 * @throws {RequestInvalidError} with an entry for each place.
 */
export function assertActions(placed: readonly PlacedAction[]): void {
  const waiting = [...placed]
  const entries: ValidationEntry[] = []
  for (let position = 0; position < waiting.length; position++) {
    const { request, loc } = waiting[position]!
    const parameters = actionOf(request.route)?.parameters ?? {}
    for (const [name, input] of Object.entries(request.params ?? {})) {
      const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
      const mayHoldJson = typeof input === 'string' && /^\s*[[{]/.test(input)
      if (input !== null && !mayHoldJson && parameter?.kind !== 'actions') continue
      const path = [...loc, 'params', name]
      const faults = mayHoldJson ? faultsOf(input, path) : []
      entries.push(...faults)
      // What cannot be read as it is written is not read at all.
      if (faults.length > 0) continue
      if (input === null && parameter?.kind === 'amount' && parameter.all !== undefined) {
        entries.push({ loc: path, msg: noNull, type: 'decimal_parsing', input: null })
      }
      if (parameter?.kind !== 'actions') continue
      const inside = requestsOf(input) ?? []
      if (waiting.length + inside.length > maxBatchActions) throw tooMany(path)
      waiting.push(...inside.map((one, index) => ({ request: one, loc: [...path, index] })))
    }
  }
  if (entries.length > 0) throw new RequestInvalidError(entries)
}

/**
 * Refuses a batch without an action, or with more than it may have.
 *
 * @throws {EmptyBatchError} {RequestInvalidError}
 */
export function assertCount(count: number): void {
  if (count === 0) throw new EmptyBatchError()
  if (count <= maxBatchActions) return
  const msg = `A batch has ${maxBatchActions} actions at most, and this one has ${count}. Split it.`
  const ctx = { max_length: maxBatchActions, actual_length: count }
  throw new RequestInvalidError([{ loc: ['body', 'actions'], msg, type: 'too_long', ctx }])
}

const noNull =
  'null is not an amount. Leave the parameter out for all that there is, or give decimal digits.'

/** Lists may come as JSON in a text. Text that is not JSON is left to the reader of the parameter. */
function faultsOf(input: string, loc: ValidationEntry['loc']): readonly ValidationEntry[] {
  const excess = excessOfJson(input, bodyBounds)
  if (excess !== null) return [{ loc, ...faultOfExcess(excess, bodyBounds) }]
  if (!isJson(input)) return []
  const fault = faultOfJson(input)
  if (fault === null) return []
  return [{ loc: [...loc, ...fault.path], msg: fault.msg, type: fault.type }]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function tooMany(loc: ValidationEntry['loc']): RequestInvalidError {
  const msg = `A batch has ${maxBatchActions} actions at most, those inside of loans among them, and this one has more. Split it.`
  const ctx = { max_length: maxBatchActions }
  return new RequestInvalidError([{ loc, msg, type: 'too_long', ctx }])
}

/** A batch has no action. Source: interface, 4.6, whose words these are. */
class EmptyBatchError extends BaseError {
  override readonly code = 'empty_batch'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'No actions provided' })
  }
}
