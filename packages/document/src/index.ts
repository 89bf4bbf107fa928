export { type PlacedText, readPlacedText, type TextPlace } from './placed-text.ts'
