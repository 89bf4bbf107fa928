// Makes the vectors that the contracts and the packages are both held against, deterministically.
// Run: node_modules/.bin/node --conditions=source scripts/make-vectors.mjs
import { writeIfStarted } from './generated.mjs'
import { decoders, roles } from './vector/decoder.mjs'
import { edgeVectors } from './vector/edge.mjs'
import { orderVectors } from './vector/order.mjs'
import { packedVectors } from './vector/packed.mjs'
import { pricedVectors } from './vector/priced.mjs'
import { leafVectors, proofVectors, treeVectors } from './vector/tree.mjs'

/** Every file of vectors: path → text. */
export function make() {
  return new Map([
    ['fixtures/vectors/decoder.json', printVectors({ roles, decoders })],
    ['fixtures/vectors/leaf.json', printVectors(leafVectors())],
    ['fixtures/vectors/tree.json', printVectors(treeVectors())],
    ['fixtures/vectors/proof.json', printVectors(proofVectors())],
    ['fixtures/vectors/packed.json', printVectors(packedVectors())],
    ['fixtures/vectors/edge.json', printVectors(edgeVectors())],
    ['fixtures/vectors/order.json', printVectors(orderVectors())],
    ['fixtures/vectors/priced.json', printVectors(pricedVectors())],
  ])
}

/** Prints lists with one entry a line, so that a change shows as a change of lines. */
function printVectors(lists) {
  const parts = Object.entries(lists).map(([name, list]) => {
    if (!Array.isArray(list)) return `${JSON.stringify(name)}: ${JSON.stringify(list)}`
    return `${JSON.stringify(name)}: [\n${list.map((item) => JSON.stringify(item)).join(',\n')}\n]`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}

await writeIfStarted(import.meta.url, make)
