import { isUtf8 } from 'node:buffer'
import { faultOfJson } from './json-guard.ts'

/** The JSON value of bytes, or the first thing that is wrong with them. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false
      readonly loc: readonly (string | number)[]
      readonly msg: string
      readonly type: string
    }

/**
 * Reads JSON strictly.
 *
 * @returns the value: whatever `JSON.parse` makes of it; a refusal when it is not JSON, or JSON that
 *   would be read as something else than is written.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  const text = textOf(bytes)
  return text === null ? invalid(0, 'The body is not UTF-8') : readJsonText(text)
}

/**
 * Reads JSON as `readJson` does, and frees its bytes before anything else takes memory.
 *
 * @param bytes - gone afterwards, and everything else in their buffer too.
 */
export function consumeJson(bytes: Uint8Array<ArrayBuffer>): JsonReading {
  const text = textOf(bytes)
  freeBuffer(bytes.buffer)
  return text === null ? invalid(0, 'The body is not UTF-8') : readJsonText(text)
}

/** Null where it is not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes)) return null
  const { buffer, byteOffset, byteLength } = bytes
  return Buffer.from(buffer, byteOffset, byteLength).toString()
}

/** At once where the engine can; else when nothing refers to it. */
function freeBuffer(buffer: ArrayBuffer & { transfer?: (bytes: number) => ArrayBuffer }): void {
  buffer.transfer?.(0)
}

function readJsonText(text: string): JsonReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    // The engine tells the place in its text, but for an end that comes too early.
    const position = /position (\d+)/.exec(String(cause))?.[1]
    const offset = position === undefined ? text.length : Number(position)
    return invalid(offset, `The body is not JSON from its character ${offset} on`)
  }
  const fault = faultOfJson(text)
  if (fault === null) return { ok: true, value }
  return { ok: false, loc: fault.path, msg: fault.msg, type: fault.type }
}

function invalid(offset: number, msg: string): JsonReading {
  return { ok: false, loc: [offset], msg, type: 'json_invalid' }
}
