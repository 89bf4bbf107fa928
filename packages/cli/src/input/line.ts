import type { BaseError } from '@vaultwright/base'
import { NotTextInputError, TooLargeInputError } from './input.ts'

export const lineLimit = 16 * 1024 * 1024

/** A line of an input; its error where it cannot be read as text. */
export type Line = { readonly number: number; readonly text: string | BaseError }

/** Cuts a stream of bytes into its lines as they come; empty lines are left out. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Line> {
  let number = 0
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      if (size <= lineLimit) held.push(chunk.subarray(from, end))
      const line = lineFrom(held, size + end - from, ++number)
      if (line.text !== '') yield line
      held = []
      size = 0
      from = end + 1
    }
    if (size <= lineLimit) held.push(chunk.subarray(from))
    size += chunk.length - from
  }
  const line = lineFrom(held, size, ++number)
  if (line.text !== '') yield line
}

function lineFrom(held: readonly Uint8Array[], size: number, number: number): Line {
  if (size > lineLimit) return { number, text: new TooLargeInputError(`line ${number}`, size) }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(held))
    return { number, text: text.trim() }
  } catch {
    return { number, text: new NotTextInputError(`line ${number}`) }
  }
}
