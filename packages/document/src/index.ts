export { type LocatedText, readLocatedText, type TextLocation } from './placed-text.ts'
