import {
  type ActionField,
  type ActionInput,
  expectedName,
  fieldValueOf,
  isMinimum,
  slippageName,
} from './field.ts'

/** The problems of a form, by field. */
export type FieldProblems = Readonly<Record<string, string>>

/**
 * Checks a form as far as its manifest says what fits.
 *
 * @returns one sentence for each field that cannot be sent; the service checks the rest.
 */
export function formProblemsOf(fields: readonly ActionField[], input: ActionInput): FieldProblems {
  const problems: Record<string, string> = {}
  const textOf = (name: string) => {
    const field = fields.find((each) => each.name === name)
    return field === undefined ? null : fieldValueOf(field, input)
  }
  for (const field of fields) {
    const { name } = field
    const isOpen = [name, expectedName(name), slippageName].every((each) => textOf(each) === null)
    const problem =
      isMinimum(field, fields) && isOpen
        ? 'The minimum is missing. Measure it, or give one.'
        : problemOf(field, input)
    if (problem !== null) problems[name] = problem
  }
  return problems
}

/**
 * Makes the parameters of a request: every value is the text that was put in.
 *
 * @param input - a form without problems.
 * @returns texts by parameter; what is left out is not in it.
 */
export function paramsOf(
  fields: readonly ActionField[],
  input: ActionInput,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = fieldValueOf(field, input)
      return value === null ? [] : [[field.name, value]]
    }),
  )
}

function problemOf(field: ActionField, input: ActionInput): string | null {
  const { name, options, canUseAll, isRequired, isRaw, type } = field
  if (canUseAll && input.all.includes(name)) return null
  const value = fieldValueOf(field, input)
  if (value === null) {
    if (canUseAll) return 'The amount is missing. Give one, or take Max for all of it.'
    if (!isRequired) return null
    return options === null ? 'A value is missing. Give one.' : 'Nothing is chosen. Choose one.'
  }
  if (options !== null && !options.some((option) => option.value === value))
    return `${JSON.stringify(value)} is not one of the choices. Choose one of them.`
  if (isRaw || type === 'str') return null
  if (type === 'int' && !/^-?\d{1,78}$/.test(value))
    return `${JSON.stringify(value)} is not a whole number. Give digits alone.`
  if (type !== 'int' && !/^-?(0|[1-9]\d{0,77})(\.\d{1,78})?$/.test(value))
    return `${JSON.stringify(value)} is not a decimal number. Write it like 1000 or 0.5.`
  return boundProblem(field, value)
}

/** Bounds are whole or short; the text itself is what is sent. */
function boundProblem({ min, max }: ActionField, value: string): string | null {
  if (min !== null && compareDecimals(value, String(min)) < 0)
    return `${value} is below ${min}, the minimum.`
  if (max !== null && compareDecimals(value, String(max)) > 0)
    return `${value} is above ${max}, the most that it takes.`
  return null
}

/** Compares decimal texts exactly: negative, 0 or positive. */
function compareDecimals(first: string, second: string): number {
  const places = Math.max(placesOf(first), placesOf(second))
  const difference = scaled(first, places) - scaled(second, places)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function scaled(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(places, '0'))
  return text.startsWith('-') ? -size : size
}
