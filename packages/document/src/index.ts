export { type LocatedText, readLocatedText, type TextLocation } from './located-text.ts'
export {
  type ReadBy,
  readerOf,
  type SchemaIssue,
  type SchemaReader,
  type SchemaResult,
} from './schema-reader.ts'
