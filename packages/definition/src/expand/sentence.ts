import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type {
  Action,
  ActionParameter,
  KnownFacts,
  Numbering,
  UnitSource,
} from '@vaultwright/protocols'
import { type ChainInfo, chains } from '@vaultwright/registry'
import { numberOf } from './value.ts'

/** The context of a sentence. */
export type LeafSentenceContext = {
  readonly chain: ChainInfo
  readonly knownFacts: KnownFacts
  /** Values that are known; the rest may be anything. */
  readonly values: { readonly [name: string]: AbiValue }
}

/**
 * Says in words what an action's leaf permits: amounts as their tokens, accounts by their labels.
 */
export function sentenceOf(action: Action, scope: LeafSentenceContext): string {
  const text = action.sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = action.parameters[name]
    if (parameter === undefined) return name
    return isAmount(parameter)
      ? unitText(parameter.unit, scope)
      : valueText(parameter, scope.values[name], scope)
  })
  // A switch that calls set as they like says nothing about the leaf.
  return text.replace(/: any$/, '')
}

/** Says what people call an account. */
export function labelOf(account: Address, knownFacts: KnownFacts): string {
  const label = knownFacts.tokenOf(account)?.symbol ?? knownFacts.labelOf(account)
  return label ?? `${account.slice(0, 6)}…${account.slice(-4)}`
}

type AmountLike = Extract<ActionParameter, { readonly unit: UnitSource }>

function isAmount(parameter: ActionParameter): parameter is AmountLike {
  return 'unit' in parameter
}

function unitText(unit: UnitSource, scope: LeafSentenceContext): string {
  if (typeof unit !== 'string') return 'any amount'
  if (unit === 'native') return scope.chain.nativeSymbol
  const token = scope.values[unit]
  return token === undefined ? 'any token' : accountsText(token, scope)
}

function valueText(
  parameter: ActionParameter,
  value: AbiValue | undefined,
  scope: LeafSentenceContext,
): string {
  if (value === undefined) return 'any'
  switch (parameter.kind) {
    case 'account':
    case 'token':
    case 'tokens':
      return accountsText(value, scope)
    case 'network':
      return networkText(parameter.numbering, value as bigint)
    case 'word':
      return wordText(String(value), scope)
    default:
      return String(value)
  }
}

function accountsText(value: AbiValue, { knownFacts }: LeafSentenceContext): string {
  const accounts = (typeof value === 'string' ? [value] : value) as readonly Address[]
  return accounts.map((account) => labelOf(account, knownFacts)).join('/')
}

function networkText(numbering: Numbering, number: bigint): string {
  const match = chains.find((chain) => numberOf(chain, numbering) === number)
  return match?.name ?? `network ${number}`
}

function wordText(word: string, { knownFacts }: LeafSentenceContext): string {
  if (/^0x0{24}/.test(word)) return labelOf(`0x${word.slice(26)}`, knownFacts)
  return `${word.slice(0, 10)}…`
}
