import type { Json } from '../answer.ts'

/** Prints a value as one JSON document for a program that a person may look at. */
export function printJson(value: Json): string {
  return `${JSON.stringify(value, decimal, 2)}\n`
}

/** Prints a value as one line of JSON. */
export function printJsonLine(value: Json): string {
  return `${JSON.stringify(value, decimal)}\n`
}

function decimal(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
