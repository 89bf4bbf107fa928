import type { AbiValue } from '@vaultwright/manager'
import type { Action } from '@vaultwright/protocols'
import type { DefinitionPath, DefinitionProblem } from '../file/definition.ts'
import type { NameBook } from '../file/name-book.ts'
import { usesOf } from '../schema/parameter-use.ts'
import type { ProtocolEntry, WrittenValue } from '../schema/permission-schema.ts'
import { readValue, valuesIn, type WrittenValueContext } from './value.ts'

/** Values of an action's parameters that a definition gives. */
export type NamedValues = ReadonlyMap<string, AbiValue>

/** The combinations that an entry gives to one of its actions. */
export type Combinations = {
  readonly all: readonly NamedValues[]
  readonly problems: readonly DefinitionProblem[]
}

/** More combinations of one entry are a mistake: no tree holds so many leaves. */
const most = 2 ** 22

/** An entry, where it stands, and the names of its chain. */
export type EntryContext = {
  readonly entry: ProtocolEntry
  readonly path: DefinitionPath
  readonly names: NameBook
}

/**
 * Combines the values that an entry gives to an action: each with each, the first parameter slowest, and
 * with each set of values that belong together.
 *
 * @returns combinations without repetition, in order.
 */
export function combinationsOf(action: Action, context: EntryContext): Combinations {
  const { entry, path } = context
  const problems: DefinitionProblem[] = []
  const read = (key: string, value: WrittenValue, at: DefinitionPath): readonly AbiValue[] => {
    const parameter = action.parameters[key]
    if (parameter === undefined || !usesOf(action).has(key)) return []
    const scope = { parameter, protocol: entry.protocol, names: context.names }
    const answer = readAll(value, scope, [...at, key])
    problems.push(...answer.problems)
    return answer.values
  }
  const product = (
    values: ReadonlyMap<string, WrittenValue>,
    at: DefinitionPath,
  ): readonly NamedValues[] => {
    let rows: readonly NamedValues[] = [new Map()]
    for (const key of Object.keys(action.parameters)) {
      const value = values.get(key)
      const choices = value === undefined ? [] : read(key, value, at)
      if (choices.length === 0) continue
      if (rows.length * choices.length > most) {
        problems.push(tooMany(at))
        return []
      }
      rows = rows.flatMap((row) => choices.map((choice) => new Map([...row, [key, choice]])))
    }
    return rows
  }
  const base = product(entry.parameters, path)
  if (entry.each.length === 0) return { all: base, problems }
  const sets = entry.each.flatMap((item, at) => product(item, [...path, 'each', at]))
  if (base.length * sets.length > most) return { all: [], problems: [...problems, tooMany(path)] }
  const all = base.flatMap((row) => sets.map((set) => new Map([...row, ...set])))
  return { all: withoutRepetition(all), problems }
}

function tooMany(path: DefinitionPath): DefinitionProblem {
  return { path, message: `has more than ${most} combinations. Split it` }
}

function readAll(value: WrittenValue, scope: WrittenValueContext, path: DefinitionPath) {
  const problems: DefinitionProblem[] = []
  const values: AbiValue[] = []
  const listed = valuesIn(value, scope.parameter)
  if (listed === null) {
    problems.push({ path, message: 'nests lists where there can be none' })
    return { values, problems }
  }
  if (listed.length === 0) {
    problems.push({ path, message: 'is an empty list. Give a value, or leave it out' })
    return { values, problems }
  }
  const isMany = typeof value !== 'string' && listed.length === value.length && listed.length > 1
  for (const [index, entry] of listed.entries()) {
    const parsed = readValue(entry, scope)
    if (parsed.ok) values.push(parsed.value)
    else
      problems.push({ path: isMany ? [...path, index] : path, message: `is wrong: ${parsed.why}` })
  }
  return { values, problems }
}

/** Sets that differ only in what this action does not take are one. */
function withoutRepetition(rows: readonly NamedValues[]): readonly NamedValues[] {
  const keys = new Set<string>()
  return rows.filter((row) => {
    const key = [...row].map(([name, value]) => `${name}=${String(value)}`).join('&')
    if (keys.has(key)) return false
    keys.add(key)
    return true
  })
}
