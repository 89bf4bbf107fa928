import { Document, isCollection, isMap, isScalar, isSeq, type Node, visit } from 'yaml'

/** Entries up to this width stand on one line. */
const width = 100
const longestNote = 72
const schemaComment = ' yaml-language-server: $schema=vaultwright.schema.json'
const noteComment = ' What the tree says of an account stands beside it, unchecked.'

/**
 * Prints a definition as the text of its file.
 *
 * @param value - what the file shall say, as `inferDefinition` proposes it.
 * @param notes - what to say of accounts, by address in lower case: a comment where each comes first.
 * @returns YAML that editors complete beside the printed schema.
 */
export function printDefinition(
  value: { readonly [key: string]: unknown },
  notes: ReadonlyMap<string, string> = new Map(),
): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  const noted = addNotes(document, notes)
  visit(document, {
    Collection: (_, node, path) => {
      const isEntry = path.some((above) => isSeq(above))
      const isPlain = isSeq(node) && node.items.every(isScalar)
      if (isNoted(node)) return
      if (isPlain || (isEntry && isMap(node) && isShort(node))) node.flow = true
    },
  })
  document.commentBefore = noted === 0 ? schemaComment : `${schemaComment}\n${noteComment}`
  return document.toString({ lineWidth: width, flowCollectionPadding: true, singleQuote: true })
}

/** Puts each note behind the first place, among permissions, that its account has. */
function addNotes(document: Document, notes: ReadonlyMap<string, string>): number {
  const left = new Map(notes)
  visit(document, {
    Scalar: (key, node, path) => {
      if (key === 'key' || typeof node.value !== 'string') return
      const account = node.value.toLowerCase()
      const note = left.get(account)
      if (note === undefined || !path.some((above) => isSeq(above))) return
      left.delete(account)
      node.comment = ` ${noteText(note)}`
    },
  })
  return notes.size - left.size
}

/** The tree is a foreign file: its text must not end the comment. */
function noteText(note: string): string {
  const line = note.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length <= longestNote ? line : `${line.slice(0, longestNote - 1)}…`
}

/** A comment ends its line, so that nothing around it can share one. */
function isNoted(node: unknown): boolean {
  let hasComment = false
  visit(node as Node, {
    Scalar: (_, { comment }) => {
      hasComment ||= comment != null
    },
  })
  return hasComment
}

function isShort(node: unknown): boolean {
  return isCollection(node) && JSON.stringify(node.toJSON()).length < width - 20
}
