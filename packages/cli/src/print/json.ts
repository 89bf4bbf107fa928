import type { Json } from '../answer.ts'

/**
 * Prints a value as one JSON document for a program that a person may look at.
 *
 * @param value - any value; a bigint becomes a decimal text.
 * @returns the document, indented by two, with a line feed.
 */
export function printJson(value: Json): string {
  return `${JSON.stringify(value, decimal, 2)}\n`
}

/**
 * Prints a value as one line of JSON.
 *
 * @param value - any value; a bigint becomes a decimal text.
 * @returns the line with its line feed.
 */
export function printJsonLine(value: Json): string {
  return `${JSON.stringify(value, decimal)}\n`
}

function decimal(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
