import { type ActionField, type ActionInput, type FieldOption, fieldValueOf } from './field.ts'

/** The combinations that can be built, each with values by parameter. */
export type FieldCombinations = readonly Readonly<Record<string, string>>[]

/** The offer of a field beside the values of the other fields. */
export type FieldFit = {
  readonly field: ActionField
  /** The choices that go with the other fields; null where any text may stand. */
  readonly options: readonly FieldOption[] | null
  /** Choices that the other fields rule out. */
  readonly hiddenCount: number
  /** True if the field's own value is ruled out by the others. */
  readonly isMisfit: boolean
  /** The value that follows from the other fields, where the field may be left to them. */
  readonly implied: string | null
}

/**
 * Works out what each field offers. A value that no longer fits stays, and is marked.
 *
 * @param combinations - null where every mix of the choices can be built.
 */
export function fitFields(
  fields: readonly ActionField[],
  input: ActionInput,
  combinations: FieldCombinations | null,
): readonly FieldFit[] {
  const chosen = new Map<string, string>()
  for (const field of fields) {
    const value = fieldValueOf(field, input)
    if (value !== null) chosen.set(field.name, value)
  }
  const lefts = new Map(
    fields.map(({ name }) => [
      name,
      combinations === null ? null : valuesLeft(name, chosen, combinations),
    ]),
  )
  // Where other fields clash, a field without any value left is not the one to change.
  const isElsewhere = [...lefts].some(([name, left]) => left?.size && !isIn(left, chosen.get(name)))
  return fields.map((field) => {
    const value = chosen.get(field.name)
    const ownChoices = lefts.get(field.name) ?? null
    const left =
      ownChoices?.size === 0 && (isElsewhere || field.options === null) ? null : ownChoices
    const options = field.options?.filter((option) => isIn(left, option.value)) ?? null
    const isMisfit = !isIn(left, value)
    const shown = (options?.length ?? 0) + (isMisfit ? 1 : 0)
    const [only] = options?.length === 1 ? options : []
    return {
      field,
      options,
      hiddenCount: Math.max(0, (field.options?.length ?? 0) - shown),
      isMisfit,
      implied: value === undefined && !field.isRequired ? (only?.value ?? null) : null,
    }
  })
}

/** True if a value is possible: an empty one goes with everything; so does any value where nothing is ruled out. */
function isIn(left: ReadonlySet<string> | null, value: string | undefined): boolean {
  return left === null || value === undefined || left.has(keyOf(value))
}

/**
 * Lists the values of a parameter that go with the values of the others.
 *
 * @returns keys of values; null where the combinations leave it open.
 */
function valuesLeft(
  name: string,
  chosen: ReadonlyMap<string, string>,
  combinations: FieldCombinations,
): ReadonlySet<string> | null {
  const values = new Set<string>()
  for (const combination of combinations) {
    if (!agrees(combination, chosen, name)) continue
    const value = combination[name]
    // A combination that does not name the parameter takes any value of it.
    if (value === undefined) return null
    values.add(keyOf(value))
  }
  return values
}

function agrees(
  combination: FieldCombinations[number],
  chosen: ReadonlyMap<string, string>,
  except: string,
): boolean {
  for (const [name, value] of chosen) {
    const chosenValue = name === except ? undefined : combination[name]
    if (chosenValue !== undefined && keyOf(chosenValue) !== keyOf(value)) return false
  }
  return true
}

/** Letter case means nothing in hex, and everything in base58. */
function keyOf(value: string): string {
  return value.startsWith('0x') ? value.toLowerCase() : value
}
