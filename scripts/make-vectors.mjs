// Makes the vectors that the contracts and the packages are both held against, deterministically.
// Run: node_modules/.bin/node --conditions=source scripts/make-vectors.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decoders, roles } from './vector/decoder.mjs'
import { edgeVectors } from './vector/edge.mjs'
import { packedVectors } from './vector/packed.mjs'
import { leafVectors, proofVectors, treeVectors } from './vector/tree.mjs'

const folder = new URL('../fixtures/vectors/', import.meta.url)

/** Every file of vectors: file name → text. */
export function makeVectors() {
  return new Map([
    ['decoder.json', printVectors({ roles, decoders })],
    ['leaf.json', printVectors(leafVectors())],
    ['tree.json', printVectors(treeVectors())],
    ['proof.json', printVectors(proofVectors())],
    ['packed.json', printVectors(packedVectors())],
    ['edge.json', printVectors(edgeVectors())],
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

function main() {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of makeVectors()) {
    writeFileSync(new URL(name, folder), text)
    process.stdout.write(`${name} ${text.length}\n`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
