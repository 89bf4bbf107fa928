import { buildTree } from '@vaultwright/merkle'

// Run in a process of its own: prints the megabytes that a tree of 2^20 digests needs beyond its input.
const count = 2 ** 20
const digests = new Uint8Array(32 * count)
// One view: garbage of the input's making would count as the tree's, for the peak is of the whole process.
const view = new DataView(digests.buffer)
for (let index = 0; index < digests.length; index += 4) {
  view.setUint32(index, Math.imul(index, 2654435761) >>> 0)
}
const before = process.memoryUsage().rss
const tree = buildTree(digests)
const peak = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ megabytes: (peak - before) / 1e6, nodes: tree.nodes.length / 32 }))
