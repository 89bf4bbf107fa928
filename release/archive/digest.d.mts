export function parseDigests(text: string, file: string): ReadonlyMap<string, string>
export function printDigests(digests: ReadonlyMap<string, string>): string
export function digestOf(file: string): string
export class DigestListError extends Error {
  readonly code: 'digest_list_invalid'
  readonly facts: Readonly<Record<string, unknown>>
}
