import { protocolTitleOf } from '@vaultwright/protocols'
import type { WireAction } from '@vaultwright/wire'
import { groupedNumber } from '../../part/text/number-text.ts'
import { type ActionField, type ActionInput, fieldsOf, fieldValueOf } from './field.ts'

/** Names of parameters that say how much, and those that say of what. */
const amountNames = /^(amount|amount_in|assets|shares|sell_amount)$/
const tokenNames = /^(asset|token|token_in|sell_token|currency)$/

/** True for a field that says how much of a token an action moves. */
export function isAmountField({ name, canUseAll, isRaw, type }: ActionField): boolean {
  return !isRaw && type !== 'str' && (canUseAll || amountNames.test(name))
}

/** The field of the token that an amount counts in, and the token that is chosen; null where none is. */
export function tokenOfField(
  amount: ActionField,
  fields: readonly ActionField[],
  input: ActionInput,
): { readonly symbol: string; readonly address: string } | null {
  const { unit } = amount
  const field = fields.find(({ name }) => (unit === null ? tokenNames.test(name) : name === unit))
  if (field === undefined) return null
  const address = fieldValueOf(field, input)
  const symbol = field.options?.find((option) => option.value === address)?.label
  return address === null || symbol == null ? null : { symbol, address }
}

/** Says an action of a batch as people say it: `Supply 1.5 WETH, Aave v3`. */
export function plannedTitle(action: WireAction, input: ActionInput): string {
  const fields = fieldsOf(action)
  const amounts = fields.filter(isAmountField)
  // Two amounts, as of a pool, are of two tokens: the values below the title say which.
  const [amount] = amounts.length === 1 ? amounts : []
  const token = amount === undefined ? null : tokenOfField(amount, fields, input)
  const words = [
    action.name,
    ...(amount === undefined ? [] : amountWords(amount, input, token?.symbol ?? null)),
  ]
  return `${words.join(' ')}, ${protocolTitleOf(action.protocol)}`
}

function amountWords(
  field: ActionField,
  input: ActionInput,
  token: string | null,
): readonly string[] {
  const isAll = field.canUseAll && input.all.includes(field.name)
  const value = isAll ? 'all' : fieldValueOf(field, input)
  if (value === null || token === null) return []
  return [isAll ? value : groupedNumber(value), token]
}
