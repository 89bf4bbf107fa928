import type { Hex } from '@vaultwright/base'
import { Document, visit } from 'yaml'
import type { PolicyInference } from './infer-policy.ts'

const width = 100
const longestNote = 100
const schemaComment = ' yaml-language-server: $schema=policy.schema.json'

/**
 * Prints an inferred policy as the text of its file.
 *
 * @returns YAML; behind each digest stands what it is the digest of.
 */
export function printPolicy({ policy, notes }: PolicyInference): string {
  const document = new Document(policy, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (key, node) => {
      const note = key === 'key' ? undefined : notes.get(String(node.value) as Hex)
      if (note !== undefined) node.comment = ` ${noteText(note)}`
    },
  })
  document.commentBefore = schemaComment
  return document.toString({ lineWidth: width, singleQuote: true })
}

/** The tree is a foreign file: its text must not end the comment. */
function noteText(note: string): string {
  const line = note.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length <= longestNote ? line : `${line.slice(0, longestNote - 1)}…`
}
