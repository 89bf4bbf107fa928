import type { BodyOf, OperationName, ResponseOf } from '@vaultwright/wire'

/** Bodies by what they show, by operation. */
export type RequestExamples = {
  readonly [Name in OperationName]?: Readonly<Record<string, BodyOf<Name>>>
}

/** Answers by what they show, by operation. */
export type ResponseExamples = {
  readonly [Name in OperationName]?: Readonly<Record<string, ResponseOf<Name>>>
}
