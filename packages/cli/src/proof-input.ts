import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import type { Context } from './context.ts'
import { parseJson, readWord } from './input.ts'
import { listOf, textAt } from './shape.ts'

/**
 * Reads a proof: a JSON list of digests, an object with one under `proof`, or digests with commas between.
 *
 * @throws {InvalidHexError} when one is no digest; {ShapeError} when it is no list; {NotJsonInputError}.
 */
export async function readClaim(word: string, context: Context): Promise<readonly Hex[]> {
  const text = await readWord(word, context)
  if (text === '') return []
  const given = /^[[{]/.test(text) ? parseJson(text, '--verify') : text.split(/[\s,]+/)
  return listOf(proofIn(given), 'proof').map((digest, at) =>
    printHex(parseHexOf(textAt(digest, `proof[${at}]`), 32)),
  )
}

/** A proof as `tree proof --json` prints it is a proof, too. */
function proofIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { proof, proofs } = value as { readonly proof?: unknown; readonly proofs?: unknown }
  if (Array.isArray(proofs) && proofs.length === 1) return proofIn(proofs[0])
  return proof
}
