import { manifestOf, type TreeContext } from '@vaultwright/builder'
import { parseTreeFile, printSolidity } from '@vaultwright/formats'
import { emptyFacts } from '@vaultwright/protocols'
import type { Figure } from '../figure.ts'
import { measure } from '../measure.ts'
import { spreadTree } from './permission.ts'

type ManifestSize = { readonly leaves: number; readonly rounds: number }

export const sizes = {
  full: { leaves: 4_096, rounds: 9 },
  tiny: { leaves: 204, rounds: 1 },
} as const satisfies Record<string, ManifestSize>

/** The manifest of a tree that was not seen before, beside the time of parsing its file; its ratio is ours over that. */
export async function benchManifest({ leaves, rounds }: ManifestSize): Promise<readonly Figure[]> {
  const files = Array.from({ length: rounds + 1 }, (_, turn) => spreadTree(turn, leaves))
  const texts = files.map((file) => new TextEncoder().encode(printSolidity(file)))
  const contexts = files.map(({ tree, metadata }): TreeContext => {
    const { vault, manager } = metadata
    return {
      tree,
      vault: vault!,
      manager: manager!,
      chainId: 1,
      knownFacts: emptyFacts,
      reads: null,
    }
  })
  const { ours, parse } = await measure(
    {
      ours: (turn) => manifestOf(contexts[turn]!),
      parse: (turn) => parseTreeFile(texts[turn]!),
    },
    rounds,
  )
  const actions = Object.keys(manifestOf(contexts[0]!)).length
  const name = `manifest-${leaves}`
  return [
    { name, peer: 'parse', unit: 'ms', ours, theirs: parse, ratio: ours / parse, fresh: true },
    {
      name: `${name}-actions`,
      peer: null,
      unit: 'count',
      ours: actions,
      theirs: null,
      ratio: null,
      fresh: true,
    },
  ]
}
