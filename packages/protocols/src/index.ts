export { type Protocol, protocols } from './protocol.ts'
export { ruleBook } from './rule-book.ts'
