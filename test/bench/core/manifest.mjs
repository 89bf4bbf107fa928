import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { manifestOf } from '@vaultwright/builder'
import { parseTreeFile, printSolidity } from '@vaultwright/formats'
import { buildLeafTree } from '@vaultwright/manager'
import { emptyFacts } from '@vaultwright/protocols'
import { measure } from './measure.mjs'

const path = fileURLToPath(
  new URL('../../../fixtures/chain/trees/local-eth-main-3.json', import.meta.url),
)

/** The manifest of a tree of 4,096 leaves, warm, beside the time that parsing its file takes. */
export async function benchManifest(rounds) {
  const file = parseTreeFile(readFileSync(path))
  const { vault, manager } = file.metadata
  const tree = buildLeafTree(spreadOf(file.tree.leaves))
  const bytes = new TextEncoder().encode(printSolidity({ ...file, tree }))
  const context = { vault, manager, chainId: 1, knownFacts: emptyFacts, reads: null }
  const { parse, ours } = await measure(
    {
      parse: () => void parseTreeFile(bytes),
      // What is known of a tree is kept with it: each round has a tree of its own.
      ours: () => void manifestOf({ ...context, tree: { ...tree } }),
    },
    rounds,
  )
  return [{ name: 'manifest-4096', peer: 'parse', ratio: ours / parse, ours, theirs: parse }]
}

/** The leaves over and over, each time for other accounts than those of the vault. */
function spreadOf(leaves) {
  return Array.from({ length: 4096 }, (_, at) => {
    const leaf = leaves[at % leaves.length]
    const turn = Math.floor(at / leaves.length)
      .toString(16)
      .padStart(3, '0')
    return { ...leaf, target: `${leaf.target.slice(0, 39)}${turn}` }
  })
}
