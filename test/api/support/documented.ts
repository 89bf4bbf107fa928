import { documentOf, documentVersion } from '@vaultwright/api'
import { operations } from '@vaultwright/wire'
import { assertDocumented as assertInDocument } from '../document/document-check.ts'
import { madeUp } from './made-up-operation.ts'

type Seen = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

const document = documentOf({
  operations: { ...operations, madeUp },
  publicUrl: null,
  version: documentVersion,
})

/**
 * Throws unless an answer is one that the OpenAPI document knows for what was asked: its status, its
 * headers, its body by the schema of that status, its code by the codes of the operation.
 *
 * Paths outside `/v1` belong to no operation.
 */
export function assertDocumented(method: string, path: string, seen: Seen): void {
  const { status, headers, text } = seen
  assertInDocument(document, { method, url: path, status, headers, body: text })
}
