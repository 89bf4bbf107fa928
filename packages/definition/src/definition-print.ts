import { Document, isCollection, isMap, isScalar, isSeq, visit } from 'yaml'

/** Entries up to this width stand on one line. */
const width = 100
const schemaComment = ' yaml-language-server: $schema=vaultwright.schema.json'

/**
 * Prints a definition as the text of its file.
 *
 * @param value - what the file shall say, as `inferDefinition` proposes it.
 * @returns YAML that editors complete beside the printed schema.
 */
export function printDefinition(value: { readonly [key: string]: unknown }): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Collection: (_, node, path) => {
      const isEntry = path.some((above) => isSeq(above))
      const isPlain = isSeq(node) && node.items.every(isScalar)
      if (isPlain || (isEntry && isMap(node) && isShort(node))) node.flow = true
    },
  })
  document.commentBefore = schemaComment
  return document.toString({ lineWidth: width, flowCollectionPadding: true, singleQuote: true })
}

function isShort(node: unknown): boolean {
  return isCollection(node) && JSON.stringify(node.toJSON()).length < width - 20
}
