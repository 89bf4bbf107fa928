import { type Address, type Hex, isAddressText } from '@vaultwright/base'
import { type NameLookup, printName, registryNames } from '@vaultwright/registry'
import { Document, visit } from 'yaml'
import type { PolicyInference } from './infer-policy.ts'

const width = 100
const longestNote = 100
const schemaComment = ' yaml-language-server: $schema=policy.schema.json'

/**
 * Prints an inferred policy as the text of its file.
 *
 * @param names - of accounts; those of the record alone when not given.
 * @returns YAML; behind each digest stands what it is the digest of, behind an account its name.
 */
export function printPolicy(
  { policy, notes }: PolicyInference,
  names: NameLookup = registryNames(null),
): string {
  const document = new Document(policy, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key') return
      const value = String(node.value)
      const note = notes.get(value as Hex) ?? nameOf(value, names)
      if (note !== null) node.comment = ` ${noteText(note)}`
    },
  })
  document.commentBefore = schemaComment
  return document.toString({ lineWidth: width, singleQuote: true })
}

function nameOf(value: string, names: NameLookup): string | null {
  const name = isAddressText(value) ? names(value as Address) : null
  return name === null ? null : printName(name)
}

/** The tree is a foreign file: its text must not end the comment. */
function noteText(note: string): string {
  const line = note.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length <= longestNote ? line : `${line.slice(0, longestNote - 1)}…`
}
