import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { AmountParameter, Parameter } from '@vaultwright/protocols'
import {
  type GivenReading,
  isDirect,
  readAmountText,
  readBaseUnits,
  readDecimalText,
  readList,
  readSeconds,
} from './given.ts'
import { expectedName } from './minimum.ts'
import { type Problem, problemAt } from './problem.ts'
import { readRequests } from './request.ts'
import type { Mixture } from './selection-refusal.ts'

/** What was given for parameters that need decimals, a clock or other actions. */
export type Late = Readonly<Record<string, unknown>>

/**
 * Says what is wrong with parameters though it is not clear which permission is meant, so that every problem is named at once.
 *
 * @param mixture - what was given, against what is permitted.
 * @param late - what was given for amounts, deadlines, actions.
 * @param noted - names of parameters with which something is wrong already.
 * @returns a problem for each parameter that is missing or cannot be read.
 */
export function surfaceProblems(
  mixture: Mixture,
  late: Late,
  noted: ReadonlySet<string>,
): readonly Problem[] {
  const { action, columns, direct, place } = mixture
  const bound = new Set(columns.map(({ name }) => name))
  return Object.entries(action.parameters).flatMap(([name, parameter]): readonly Problem[] => {
    if (noted.has(name) || bound.has(name) || direct[name] !== undefined) return []
    return inputsOf(name, parameter, late).flatMap(([key, input]) => {
      if (input === undefined) {
        if (!isNeeded(parameter, place)) return []
        return [problemAt(place, key, { type: 'missing', msg: 'It is missing. Give it.' })]
      }
      const reading = readSurface(parameter, input, mixture)
      return reading.ok ? [] : [problemAt(place, key, { ...reading, input })]
    })
  })
}

/** Inputs by name; a minimum has two, of which none must be there. */
function inputsOf(
  name: string,
  { kind }: Parameter,
  late: Late,
): readonly (readonly [string, unknown])[] {
  if (kind !== 'minimum' && kind !== 'minimums') return [[name, late[name]]]
  return [name, expectedName(name)].flatMap((key): readonly (readonly [string, unknown])[] =>
    late[key] === undefined ? [] : [[key, late[key]]],
  )
}

function isNeeded(parameter: Parameter, { context }: Mixture['place']): boolean {
  if (parameter.fact !== undefined || parameter.kind === 'deadline') return false
  if ('quote' in parameter && context.reads !== null) return false
  if (parameter.kind === 'amount' && parameter.all !== undefined) return false
  return !('fallback' in parameter && parameter.fallback !== undefined)
}

function readSurface(
  parameter: Parameter,
  input: unknown,
  mixture: Mixture,
): GivenReading<unknown> {
  if (isDirect(parameter)) return { ok: true, value: null }
  switch (parameter.kind) {
    case 'amount':
      return readAmount(parameter, input, mixture)
    case 'minimum':
      return readDecimalText(input)
    case 'amounts':
    case 'minimums':
      return readList(input, readDecimalText)
    case 'deadline':
      return readSeconds(input)
    case 'actions':
      return readRequests(input)
  }
}

/** Decimals count as soon as the token is known, whatever else is not. */
function readAmount(
  parameter: AmountParameter,
  input: unknown,
  { direct, columns, place }: Mixture,
): GivenReading<unknown> {
  const { unit } = parameter
  const text = readAmountText(input, parameter)
  if (!text.ok || text.value === 'max') return text
  const token = typeof unit === 'string' ? (direct[unit] ?? onlyTextOf(columns, unit)) : null
  const known = typeof token === 'string' ? place.context.knowledge.tokenOf(token as Address) : null
  const decimals = typeof unit === 'object' ? unit.decimals : known?.decimals
  return decimals === undefined ? text : readBaseUnits(text.value, decimals)
}

function onlyTextOf(columns: Mixture['columns'], name: string): AbiValue | null {
  const column = columns.find((one) => one.name === name)
  return column?.texts.length === 1 ? column.texts[0]! : null
}
