export { readBoundedText } from './bounded-text.ts'
export {
  type FileIssue,
  type FileLimit,
  type FileRule,
  issueMessage,
  isUnquoted,
  unquoted,
} from './file-issue.ts'
export {
  type FileProblem,
  type FileReadBy,
  type FileReader,
  type FileResult,
  fileReaderOf,
  normalized,
  refused,
  withChecks,
} from './file-reader.ts'
export { jsonSchemaOf, unquotedHexOf } from './json-schema.ts'
export { type LocatedText, readLocatedText, type TextLocation } from './located-text.ts'
export {
  type ReadBy,
  type ReadIssue,
  readerOf,
  type SchemaReader,
  type SchemaResult,
} from './schema-reader.ts'
