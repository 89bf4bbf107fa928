import { parseTreeFile, printSolidity } from '@vaultwright/formats'
import type { Figure } from '../figure.ts'
import { assertEqual, measure } from '../measure.ts'
import { spreadTree } from './permission.ts'

type ParseSize = { readonly leaves: number; readonly rounds: number }

export const sizes = {
  full: { leaves: 4_096, rounds: 15 },
  tiny: { leaves: 204, rounds: 1 },
} as const satisfies Record<string, ParseSize>

/** A tree file from its bytes to its checked tree, beside `JSON.parse` of the same bytes; its ratio is ours over that. */
export async function benchParse({ leaves, rounds }: ParseSize): Promise<readonly Figure[]> {
  const files = Array.from({ length: rounds + 1 }, (_, turn) => spreadTree(turn, leaves))
  const texts = files.map((file) => new TextEncoder().encode(printSolidity(file)))
  for (const [turn, bytes] of texts.slice(0, 2).entries()) {
    const { findings, metadata } = parseTreeFile(bytes)
    assertEqual('parse', 0, findings.length)
    assertEqual('parse', files[turn]!.metadata.root, metadata.root)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const { ours, json } = await measure(
    {
      ours: (turn) => parseTreeFile(texts[turn]!),
      json: (turn) => JSON.parse(decoder.decode(texts[turn]!)),
    },
    rounds,
  )
  const name = `parse-${leaves}`
  const peer = 'JSON.parse'
  return [{ name, peer, unit: 'ms', ours, theirs: json, ratio: ours / json, fresh: true }]
}
