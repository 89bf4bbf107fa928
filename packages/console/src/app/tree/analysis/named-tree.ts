import type { Finding } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import {
  type BookEntry,
  bookNames,
  joinNames,
  type NameLookup,
  nameAccounts,
} from '@vaultwright/registry'
import { namesOfTrees } from '@vaultwright/review'
import type { CallReason } from './question.ts'

/** A tree that is open, and what the reader's own tenant calls accounts. */
export type NamedTree = {
  readonly file: TreeFile
  readonly book: readonly BookEntry[]
  /** The chain that the service states; null for a file. It decides which names of the address book are meant. */
  readonly chainId: number | null
}

/** Names the accounts of trees as the record, the address book and the trees themselves do, by trust in this order. */
export function namesIn(...trees: readonly NamedTree[]): ReturnType<typeof namesOfTrees> {
  const naming = namesOfTrees(
    trees.map(({ file }) => file),
    null,
  )
  const books = trees.map(({ book, chainId }) => bookNames(book, naming.chainId ?? chainId))
  return { ...naming, names: joinNames(naming.names, ...books) }
}

/** Names the accounts in the sentences of findings. */
export function namedFindings(findings: readonly Finding[], names: NameLookup): readonly Finding[] {
  return findings.map((finding) => ({
    ...finding,
    message: nameAccounts(finding.message, names, { whole: false }),
  }))
}

/** Names the accounts in the sentences about a call. */
export function namedReason(reason: CallReason, names: NameLookup): CallReason {
  const named = (text: string) => nameAccounts(text, names, { whole: false })
  const nearest = reason.nearest.map(({ slot, text }) => ({ slot, text: named(text) }))
  return { ...reason, notes: reason.notes.map(named), nearest }
}
