import type { Address, Finding, Hex } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { AccountName, BookEntry } from '@vaultwright/registry'
import type { LineSides } from '@vaultwright/review'

/** The source of a tree: a file, or an answer of the service that holds one. */
export type TreeContent = { readonly kind: 'file' | 'answer'; readonly content: Blob }

/** A call, as a person pastes it. */
export type ExplainedCall = {
  readonly target: Address
  readonly data: Hex
  /** Wei, decimal. */
  readonly value: string
}

/** The questions about trees that are open; each by the name that it was opened with. */
export type TreeQuestion =
  | {
      readonly kind: 'open'
      readonly tree: string
      readonly source: TreeContent
      /** Names of the tenant's own accounts. */
      readonly book: readonly BookEntry[]
    }
  | { readonly kind: 'meaning'; readonly tree: string }
  | { readonly kind: 'leaf'; readonly tree: string; readonly slot: number }
  | { readonly kind: 'explain'; readonly tree: string; readonly call: ExplainedCall }
  | { readonly kind: 'policy'; readonly tree: string; readonly text: string }
  | { readonly kind: 'risk'; readonly tree: string }
  | { readonly kind: 'worst'; readonly tree: string; readonly way: number }
  | { readonly kind: 'diff'; readonly before: string; readonly after: string }

/** The answer to each kind of question. Each can be handed from thread to thread. */
export type TreeAnswers = {
  readonly open: TreeFile
  readonly meaning: Meaning
  readonly leaf: LeafMeaning
  readonly explain: CallReason
  readonly policy: readonly Finding[]
  readonly risk: WaysOutView
  /** A call that takes a way out; null where none could be made. */
  readonly worst: string | null
  readonly diff: DiffView
}

/** The question of a kind. */
export type QuestionOf<Kind extends keyof TreeAnswers> = Extract<
  TreeQuestion,
  { readonly kind: Kind }
>

/** The meaning of a tree by protocols and checks. */
export type Meaning = {
  /** By slot: title of the protocol, or null where none describes the leaf. */
  readonly protocols: readonly (string | null)[]
  /** By slot: the action that the leaf permits, or null. */
  readonly actions: readonly (string | null)[]
  readonly permissions: readonly PermissionRow[]
  /** Names of accounts by address in lower case. */
  readonly names: { readonly [address: string]: AccountName }
  /** The chain whose record names accounts; null when it is not known. */
  readonly chain: string | null
  readonly findings: readonly Finding[]
}

/** An action that a tree permits, with the slots that it takes. */
export type PermissionRow = {
  readonly protocol: string
  readonly action: string
  readonly sentence: string
  /** Slots of the action's own leaves. */
  readonly slots: readonly number[]
  /** Slots of the approvals that it needs. */
  readonly approvals: readonly number[]
  /** The missing parts of the tree for it, a sentence each; empty when it can run. */
  readonly missing: readonly string[]
  /** Nothing tells that the called account is of this protocol. */
  readonly isPossible: boolean
}

/** The permission of one leaf. */
export type LeafMeaning = {
  readonly sentence: string
  /** One an argument; null where no rule names it. */
  readonly labels: readonly (string | null)[]
  readonly isPossible: boolean
}

/** Why leaves permit a call, or do not. */
export type CallReason = {
  readonly verdict: 'proven' | 'conditional' | 'unproven' | 'refused'
  readonly slots: readonly number[]
  /** The conditions or problems of it. */
  readonly notes: readonly string[]
  readonly nearest: readonly { readonly slot: number | null; readonly text: string }[]
  /** The leaf that would permit it, in lines; empty when it is permitted or not known. */
  readonly wanted: readonly string[]
}

/** The worst that a strategist could do. */
export type WaysOutView = {
  readonly counts: string
  readonly ways: readonly {
    readonly severity: string
    readonly code: string
    readonly sentence: string
    /** The sentence for a headline. */
    readonly line: string
    readonly slots: readonly number[]
    readonly isGuessed: boolean
  }[]
  readonly markdown: string
}

/** A change of permissions in two columns. */
export type DiffLine = LineSides

/** Two trees compared, as `tree diff` prints it. */
export type DiffView = {
  readonly isSameRoot: boolean
  readonly roots: { readonly before: Hex; readonly after: Hex }
  /** Warnings that may not be overlooked. */
  readonly warnings: readonly string[]
  readonly head: readonly string[]
  /** Permissions as sets, a line an action, in two columns. */
  readonly lines: readonly DiffLine[]
  /** Every leaf that differs. */
  readonly detail: readonly string[]
  readonly markdown: string
}
