import { openRuleBook, type RuleBook } from '@vaultwright/manager'
import { protocols } from './protocol-list.generated.ts'

let opened: RuleBook | null = null

/** The rules of every decoder of every protocol. Opened at its first use, so that importing it costs little. */
export const ruleBook: RuleBook = {
  get groups() {
    opened ??= openRuleBook(protocols.flatMap((protocol) => protocol.decoders))
    return opened.groups
  },
  get decoders() {
    opened ??= openRuleBook(protocols.flatMap((protocol) => protocol.decoders))
    return opened.decoders
  },
}
