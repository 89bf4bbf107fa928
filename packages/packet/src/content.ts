import { type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { SignedCall } from '@vaultwright/safe'

/** Keeps the hash apart from every other hash of a JSON text. */
const domainTag = 'vaultwright packet 1\n'
const encoder = new TextEncoder()

/**
 * Makes the canonical text of what a packet holds: keys in order, no space, amounts as decimal texts.
 *
 * It has everything that is signed, and what a form states of it. Signatures that were collected, and
 * fields of the past, are left out, so that two channels give the same text.
 */
function canonicalTextOf(call: SignedCall): string {
  return canonicalJson(contentOf(call))
}

/** Computes the short name of a packet that signers read to each other: 32 bytes. */
export function contentHashOf(call: SignedCall): Hex {
  return printHex(keccak256(encoder.encode(`${domainTag}${canonicalTextOf(call)}`)))
}

/**
 * Prints a value as JSON in its one canonical form.
 *
 * @param value - of objects, lists, texts, numbers, booleans, null and whole numbers of any size.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const rows = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([key], [other]) => (key < other ? -1 : 1))
  return `{${rows.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}

/** Calldata holds the calls inside; a document is made of its calls. */
function contentOf(call: SignedCall): unknown {
  const { kind, to, value, operation, data, facts, children } = call
  if (data !== '0x' || kind === 'call') return { form: 'calldata', to, value, operation, data }
  const { signatures: _, ...stated } = facts as { readonly signatures?: unknown }
  const calls = children.map((child) => ({
    to: child.to,
    value: child.value,
    operation: child.operation,
    data: child.data,
  }))
  return { form: kind, stated, calls }
}
