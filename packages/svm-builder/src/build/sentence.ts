import type { SvmAddress } from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { accountNameOf, isSvmToken } from '../definition/resolve.ts'
import { printSvmAmount } from './amount.ts'
import type { SvmActionDraft } from './draft.ts'
import { decimalsOf, solDecimals } from './request.ts'

/** The description of a batch of actions, whatever is in it. */
export const batchSentence = 'Multiple actions execution'

/** Says what an action does. */
export function sentenceOf(definition: SvmDefinition, { request, values }: SvmActionDraft): string {
  const { template, amounts } = request
  const tokenOf = (name: string) => {
    const value = values[name]
    return value !== undefined && isSvmToken(value)
      ? value
      : { symbol: 'SOL', decimals: solDecimals }
  }
  return template.sentenceOf({
    symbol: (name) => tokenOf(name).symbol,
    account: (name) => {
      const value = values[name]!
      const address = isSvmToken(value) ? value.mint : value
      return accountNameOf(definition, address) ?? shortAddress(address)
    },
    amount: (name) => {
      const parameter = template.parameters[name]
      if (parameter?.kind !== 'amount') return ''
      const amount = amounts[name] ?? 0n
      return amount === parameter.omitted
        ? ''
        : printSvmAmount(amount, decimalsOf(parameter.of, values))
    },
  })
}

/** The ends of an address, for a sentence: four characters and three. */
export function shortAddress(address: SvmAddress): string {
  return `${address.slice(0, 4)}…${address.slice(-3)}`
}
