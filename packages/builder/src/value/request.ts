import type { InputReading } from './account-input.ts'

/** A wish: an action and its parameters by name, as a person gave them. */
export type ActionRequest = {
  readonly route: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Lists what a request gives: parameters that are null are left out. */
export function paramsOf({ params = {} }: ActionRequest): readonly (readonly [string, unknown])[] {
  return Object.entries(params).filter(([, input]) => input !== undefined && input !== null)
}

/**
 * Reads actions that were given inside of another.
 *
 * @returns the requests; null when it is not a list of them.
 */
export function requestsOf(input: unknown): readonly ActionRequest[] | null {
  const value = typeof input === 'string' ? parseText(input) : input
  if (!Array.isArray(value) || !value.every(isRequest)) return null
  return value
}

/** Reads actions that were given inside of another, as any value that is given. */
export function readRequests(input: unknown): InputReading<readonly ActionRequest[]> {
  const value = requestsOf(input)
  if (value !== null) return { ok: true, value }
  return { ok: false, type: 'list_type', msg: 'Give a list of {route, params}, or its JSON.' }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRequest(value: unknown): value is ActionRequest {
  if (typeof value !== 'object' || value === null) return false
  const { route, params = {}, ...unknownKeys } = value as Record<string, unknown>
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
  return typeof route === 'string' && isObject && Object.keys(unknownKeys).length === 0
}
