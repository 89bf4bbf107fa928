import { isSameAddress } from '@vaultwright/base'
import type { SimulationRequest } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import type { Json } from './answer.ts'
import { hexOf } from './hex-input.ts'
import { blockTagOf } from './node-input.ts'
import { parseOverrides } from './override-input.ts'
import { amountAt, fieldsOf, listOf, textAt } from './shape.ts'

/** Which engines run a simulation. */
export const engineNames = ['node', 'fork', 'both'] as const

/** One of them. */
export type EngineName = (typeof engineNames)[number]

/** A run of a simulation as a recording keeps it. */
export type RecordedRun = {
  readonly engine: EngineName
  readonly request: SimulationRequest
}

/** Prints a run for a recording, amounts as decimal texts. */
export function printRun({ engine, request }: RecordedRun): Json {
  const plain = JSON.stringify({ engine, request }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return JSON.parse(plain) as Json
}

/**
 * Reads a run from a recording.
 *
 * @throws {ShapeError} where it has another shape.
 */
export function parseRun(value: unknown): RecordedRun {
  const fields = fieldsOf(value, 'recording')
  const found = fieldsOf(fields.request, 'recording.request')
  const text = (name: string) => textAt(found[name], `recording.request.${name}`)
  const engine = engineNames.find((one) => one === fields.engine) ?? 'both'
  const optional = <Name extends keyof SimulationRequest>(
    name: Name,
    read: (given: unknown, place: string) => SimulationRequest[Name],
  ) => (found[name] === undefined ? {} : { [name]: read(found[name], `recording.request.${name}`) })
  const watch = (given: unknown, place: string) =>
    listOf(given, place).map((one) => parseAddress(textAt(one, place)))
  const request: SimulationRequest = {
    from: parseAddress(text('from')),
    to: parseAddress(text('to')),
    data: hexOf(text('data')),
    block: blockTagOf(text('block')),
    ...optional('value', amountAt),
    ...optional('nowUnix', amountAt),
    ...optional('overrides', parseOverrides),
    ...optional('vault', (given, place) => parseAddress(textAt(given, place))),
    ...optional('watch', watch),
  }
  return { engine, request }
}

/**
 * Names the first place where a person's words and a recording are about different transactions.
 *
 * @returns `from`, `to`, `data` or `value`; null when nothing speaks against it.
 */
export function differenceOf(
  given: Partial<Pick<SimulationRequest, 'from' | 'to' | 'data' | 'value'>>,
  recorded: SimulationRequest,
): 'from' | 'to' | 'data' | 'value' | null {
  if (given.from !== undefined && !isSameAddress(given.from, recorded.from)) return 'from'
  if (given.to !== undefined && !isSameAddress(given.to, recorded.to)) return 'to'
  if (given.data !== undefined && given.data !== recorded.data) return 'data'
  const isOther = given.value !== undefined && given.value !== (recorded.value ?? 0n)
  return isOther ? 'value' : null
}
