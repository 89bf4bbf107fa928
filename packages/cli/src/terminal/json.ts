import type { Json } from './context.ts'

/** Prints a value as one JSON document for a program that a person may look at. */
export function printJson(value: Json): string {
  return `${JSON.stringify(value, decimal, 2)}\n`
}

export function printJsonLine(value: Json): string {
  return `${JSON.stringify(value, decimal)}\n`
}

function decimal(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
