export { type LocatedText, readLocatedText, type TextLocation } from './located-text.ts'
