import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { ActionParameter, AmountParameter } from '@vaultwright/protocols'
import type { InputReading } from '../value/account-input.ts'
import { expectedName } from '../value/minimum.ts'
import {
  isDirect,
  readAmountText,
  readBaseUnits,
  readDecimalText,
  readList,
  readSeconds,
} from '../value/parameter-input.ts'
import { readRequests } from '../value/request.ts'
import { type ParameterProblem, problemAt } from './problem.ts'
import type { SelectionInput } from './selection-refusal.ts'

/** Inputs of parameters that need decimals, a clock or other actions. */
export type DeferredInputs = Readonly<Record<string, unknown>>

/**
 * Says what is wrong with parameters though it is not clear which permission is meant, so that every problem is named at once.
 */
export function parameterProblems(
  selectionInput: SelectionInput,
  deferred: DeferredInputs,
  noted: ReadonlySet<string>,
): readonly ParameterProblem[] {
  const { action, choiceLists, direct, scope } = selectionInput
  const bound = new Set(choiceLists.map(({ name }) => name))
  return Object.entries(action.parameters).flatMap(
    ([name, parameter]): readonly ParameterProblem[] => {
      if (noted.has(name) || bound.has(name) || direct[name] !== undefined) return []
      return inputsOf(name, parameter, deferred).flatMap(([key, input]) => {
        if (input === undefined) {
          if (!isNeeded(parameter, scope)) return []
          return [problemAt(scope, key, { type: 'missing', msg: 'It is missing. Give it.' })]
        }
        const reading = checkInput(parameter, input, selectionInput)
        return reading.ok ? [] : [problemAt(scope, key, { ...reading, input })]
      })
    },
  )
}

/** Inputs by name; a minimum has two, of which none must be there. */
function inputsOf(
  name: string,
  { kind }: ActionParameter,
  deferred: DeferredInputs,
): readonly (readonly [string, unknown])[] {
  if (kind !== 'minimum' && kind !== 'minimums') return [[name, deferred[name]]]
  return [name, expectedName(name)].flatMap((key): readonly (readonly [string, unknown])[] =>
    deferred[key] === undefined ? [] : [[key, deferred[key]]],
  )
}

function isNeeded(parameter: ActionParameter, { context }: SelectionInput['scope']): boolean {
  if (parameter.fact !== undefined || parameter.kind === 'deadline') return false
  if ('quote' in parameter && context.reads !== null) return false
  if (parameter.kind === 'amount' && parameter.all !== undefined) return false
  return !('fallback' in parameter && parameter.fallback !== undefined)
}

function checkInput(
  parameter: ActionParameter,
  input: unknown,
  selectionInput: SelectionInput,
): InputReading<unknown> {
  if (isDirect(parameter)) return { ok: true, value: null }
  switch (parameter.kind) {
    case 'amount':
      return readAmount(parameter, input, selectionInput)
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
  { direct, choiceLists, scope }: SelectionInput,
): InputReading<unknown> {
  const { unit } = parameter
  const text = readAmountText(input, parameter)
  if (!text.ok || text.value === 'max') return text
  const token = typeof unit === 'string' ? (direct[unit] ?? onlyTextOf(choiceLists, unit)) : null
  const knownToken =
    typeof token === 'string' ? scope.context.knownFacts.tokenOf(token as Address) : null
  const decimals = typeof unit === 'object' ? unit.decimals : knownToken?.decimals
  return decimals === undefined ? text : readBaseUnits(text.value, decimals)
}

function onlyTextOf(choiceLists: SelectionInput['choiceLists'], name: string): AbiValue | null {
  const choiceList = choiceLists.find((one) => one.name === name)
  return choiceList?.texts.length === 1 ? choiceList.texts[0]! : null
}
