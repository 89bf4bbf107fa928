export { readBoundedBytes, readBoundedText } from './bounded-text.ts'
export { type FileIssue, issueMessage, isUnquoted, unquoted } from './file-issue.ts'
export {
  type FileProblem,
  type FileReadBy,
  type FileReader,
  fileReaderOf,
  normalized,
  refused,
  withChecks,
} from './file-reader.ts'
export { jsonSchemaOf, unquotedHexOf } from './json-schema.ts'
export { readLocatedText, type TextLocation } from './located-text.ts'
export { type ReadBy, type ReadIssue, readerOf, type SchemaReader } from './schema-reader.ts'
