import type { Address } from '@vaultwright/base'
import { chainOf } from '@vaultwright/registry'
import type { Action } from '../action/action.ts'
import type { ActionParameter, UnitSource } from '../action/parameter.ts'
import type { BoundValue } from '../action/pattern.ts'
import type { Binding } from '../action/permit.ts'
import { accountNameOf, type CallContext, networkTextOf, tokenNameOf } from './value-text.ts'

/**
 * Says what a leaf permits in its action's own sentence: values that it binds by their names, the
 * others as any.
 *
 * @param binding - what the leaf binds, and what facts tell of it.
 */
export function permissionSentenceOf(
  action: Action,
  binding: Binding,
  context: CallContext,
): string {
  return action.sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = action.parameters[name]
    return parameter === undefined
      ? wordsOf(name)
      : parameterText(name, parameter, { action, binding, context })
  })
}

type SentenceParts = {
  readonly action: Action
  readonly binding: Binding
  readonly context: CallContext
}

function parameterText(name: string, parameter: ActionParameter, parts: SentenceParts): string {
  const value = parts.binding[name]
  if (value !== undefined) return boundText(value, parameter, parts.context)
  if (parameter.kind === 'amount' || parameter.kind === 'amounts') {
    const unit = unitText(parameter.unit, parts)
    return unit === null ? 'any amount' : `any amount of ${unit}`
  }
  const isDerived = parameter.fact !== undefined && parts.binding[parameter.fact.of] !== undefined
  return `${isDerived ? 'its' : 'any'} ${wordsOf(name)}`
}

function boundText(value: BoundValue, parameter: ActionParameter, context: CallContext): string {
  if (typeof value === 'bigint')
    return parameter.kind === 'network' ? networkTextOf(value, parameter.numbering) : String(value)
  if (typeof value !== 'string') return value.map((token) => tokenNameOf(token, context)).join(', ')
  if (parameter.kind === 'token' || parameter.kind === 'tokens')
    return tokenNameOf(value as Address, context)
  return parameter.kind === 'account' ? accountNameOf(value as Address, context) : value
}

/** The unit of an amount as text; null if nothing names it. */
function unitText(unit: UnitSource, { action, binding, context }: SentenceParts): string | null {
  if (typeof unit === 'object') return null
  if (unit === 'native') {
    const chain = context.chainId === null ? undefined : chainOf(context.chainId)
    return chain?.nativeSymbol ?? 'the native coin'
  }
  const parameter = action.parameters[unit]
  return parameter === undefined
    ? null
    : parameterText(unit, parameter, { action, binding, context })
}

function wordsOf(name: string): string {
  return name.replaceAll('_', ' ')
}
