import type { ActionParameter } from '@vaultwright/protocols'
import { printJson } from '../value/value-text.ts'

/** The help that a form gives with a parameter whose value is free. */
export type ParameterHint = {
  /** Name of the parameter whose token an amount counts in, or `native`; null where it counts in neither. */
  readonly unit: string | null
  /** A text that the builder reads; null where none is known. It is never a default. */
  readonly example: string | null
  /** Usual values with what people call them; any other value may be given as well. */
  readonly suggestions: readonly (readonly [label: string, value: string])[]
}

/** Makes the help for a parameter out of its rule. */
export function hintOf(parameter: ActionParameter): ParameterHint {
  const unit = 'unit' in parameter && typeof parameter.unit === 'string' ? parameter.unit : null
  const named = parameter.kind === 'integer' ? (parameter.named ?? []) : []
  const suggestions = named.map(([label, value]) => [label, String(value)] as const)
  return { unit, example: exampleOf(parameter), suggestions }
}

const someAccount = `0x${'1'.repeat(40)}`
const otherAccount = `0x${'2'.repeat(40)}`

function exampleOf(parameter: ActionParameter): string | null {
  switch (parameter.kind) {
    case 'amount':
    case 'minimum':
      return '1.5'
    case 'amounts':
    case 'minimums':
      return '1.5, 20'
    case 'integer': {
      const { min, max, named, fallback } = parameter
      return String(named?.[0]?.[1] ?? fallback ?? (min > 7n ? min : max < 7n ? max : 7n))
    }
    case 'integers':
      return `${parameter.min}, ${parameter.max}`
    case 'deadline':
      return String(parameter.fallback)
    case 'flag':
      return 'true'
    case 'account':
    case 'token':
      return someAccount
    case 'tokens':
      return `${someAccount}, ${otherAccount}`
    case 'network':
      return '1'
    case 'word':
      return `0x${'0'.repeat(24)}${'1'.repeat(40)}`
    case 'bytes':
      return parameter.sample ?? parameter.fallback ?? (parameter.holds === undefined ? '0x' : null)
    case 'text':
      return parameter.sample ?? parameter.fallback ?? 'a text'
    case 'raw':
      return typeof parameter.sample === 'object'
        ? printJson(parameter.sample)
        : String(parameter.sample)
    case 'actions':
      return null
  }
}
