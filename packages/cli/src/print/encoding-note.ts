import type { EncodingNote } from '@vaultwright/manager'
import type { Ink } from './ink.ts'

/** Bytes that are shown of one note; --json shows all of them. */
const mostBytes = 96

/** Prints what calldata carries beside what its function reads, as warnings. */
export function* printEncodingNotes(
  notes: readonly EncodingNote[],
  ink: Ink,
  margin: string,
): Iterable<string> {
  for (const { message, bytes } of notes) {
    yield ink.yellow(`${margin}Warning: ${message}\n`)
    const rest = bytes.length / 2 - 1 - mostBytes
    const shown = rest > 0 ? `${bytes.slice(0, 2 + 2 * mostBytes)}… and ${rest} more bytes` : bytes
    yield `${margin}  ${shown}\n`
  }
}
