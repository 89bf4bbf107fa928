import type { WireAction } from '@vaultwright/wire'

/** One value that a field offers. */
export type FieldOption = {
  readonly value: string
  /** The name for people; null where the value is its own name. */
  readonly label: string | null
}

/** One field of an action's form. */
export type ActionField = {
  readonly name: string
  /** The name in words. */
  readonly title: string
  readonly description: string
  readonly type: 'str' | 'int' | 'float' | 'Decimal'
  readonly isRequired: boolean
  /** The values that it offers; null where any text may stand. */
  readonly options: readonly FieldOption[] | null
  /** Left out, the vault's whole balance is used: a checkbox stands for that, never an empty field. */
  readonly canUseAll: boolean
  /** The service's default; null if something else decides. */
  readonly fallback: string | null
  readonly min: number | null
  readonly max: number | null
  /** The text goes as it is, without being read as a number. */
  readonly isRaw: boolean
  /** Of an amount: the field whose token it counts in, or `native`; null where it is neither, or not known. */
  readonly unit: string | null
  /** A text of the form that it takes; never sent. */
  readonly example: string
  /** Usual values with their names; any other may be put in as well. */
  readonly suggestions: readonly FieldOption[]
}

/** The input of a form: texts by field, and the fields that use all there is. */
export type ActionInput = {
  readonly texts: Readonly<Record<string, string>>
  readonly all: readonly string[]
}

/** A form that nothing was put into. */
export const emptyInput: ActionInput = { texts: {}, all: [] }

/**
 * Makes the fields of an action's form from its manifest.
 *
 * @returns fields in the order of the manifest.
 */
export function fieldsOf({ params }: Pick<WireAction, 'params'>): readonly ActionField[] {
  return params.map((param) => ({
    name: param.name,
    title: param.name.replaceAll('_', ' ').replace(/ bps$/, ', in basis points'),
    description: param.description,
    type: param.type,
    isRequired: param.required && param.choices !== null && !param.omitToUseAll,
    options: optionsOf(param.choices),
    canUseAll: param.omitToUseAll,
    fallback: param.default_value === null ? null : String(param.default_value),
    min: param.min_value,
    max: param.max_value,
    isRaw: param.acceptRawString,
    unit: param.unit ?? null,
    example: param.example ?? (param.type === 'str' ? '' : param.type === 'int' ? '7' : '1.5'),
    suggestions: (param.suggestions ?? []).map(([label, value]) => ({
      value: value!,
      label: label!,
    })),
  }))
}

/** The field of the basis points that may be lost. Source: the service's builder. */
export const slippageName = 'slippage_bps'

/** The field that says what is expected where another says the minimum. Source: the service's builder. */
export const expectedName = (name: string) => `expected_${name}`

/** True for a field that says the minimum of what comes out. */
export function isMinimum({ name, isRaw }: ActionField, fields: readonly ActionField[]): boolean {
  return !isRaw && fields.some((field) => field.name === expectedName(name))
}

/** The name of a choice; the value itself where it has no other name. */
export function nameOfOption(field: ActionField, value: string): string {
  const option = (field.options ?? field.suggestions).find((each) => each.value === value)
  return option?.label ?? value
}

/**
 * Reads the value that counts for a field: what was put in, else the one choice that the service takes.
 *
 * @returns null when the field is left out.
 */
export function fieldValueOf(field: ActionField, { texts, all }: ActionInput): string | null {
  if (field.canUseAll && all.includes(field.name)) return null
  const text = texts[field.name]?.trim() ?? ''
  if (text !== '') return text
  return field.options === null ? null : field.fallback
}

/** Puts a text into a field; an empty one leaves the field out. */
export function withText(input: ActionInput, name: string, text: string): ActionInput {
  const { [name]: _, ...texts } = input.texts
  return { ...input, texts: text === '' ? texts : { ...texts, [name]: text } }
}

/** Sets whether a field uses all there is; its text stays for the way back. */
export function withAll(input: ActionInput, name: string, isAll: boolean): ActionInput {
  const otherNames = input.all.filter((each) => each !== name)
  return { ...input, all: isAll ? [...otherNames, name] : otherNames }
}

type Choices = WireAction['params'][number]['choices']

function optionsOf(choices: Choices): readonly FieldOption[] | null {
  if (choices === null || choices.length === 0) return null
  return choices.map((choice) =>
    typeof choice === 'string'
      ? { value: choice, label: null }
      : { value: choice[1]!, label: choice[0]! },
  )
}
