export { type LocatedText, readLocatedText, type TextLocation } from './located-text.ts'
export {
  type ReadBy,
  type ReadIssue,
  readerOf,
  type SchemaReader,
  type SchemaResult,
} from './schema-reader.ts'
