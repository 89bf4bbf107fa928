import { openRuleBook, type RuleBook } from '@vaultwright/manager'
import { decoders } from './decoder-list.generated.ts'

let opened: RuleBook | null = null

/** The rules of every decoder of every protocol. Opened at its first use, so that importing it costs little. */
export const ruleBook: RuleBook = {
  get groups() {
    opened ??= openRuleBook(decoders)
    return opened.groups
  },
  get decoders() {
    opened ??= openRuleBook(decoders)
    return opened.decoders
  },
}
