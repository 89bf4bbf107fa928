import { readFileSync } from 'node:fs'
import { buildTree } from '@vaultwright/merkle'

// Run in a process of its own: prints the megabytes that a tree of 2^20 digests needs beyond its input.
const count = Number(process.env.BENCH_MEMORY_LEAVES ?? 2 ** 20)
const digests = new Uint8Array(32 * count)
// One view: garbage of the input's making would count as the tree's, for the peak is of the whole process.
const view = new DataView(digests.buffer)
for (let index = 0; index < digests.length; index += 4) {
  view.setUint32(index, Math.imul(index, 2654435761) >>> 0)
}
const before = memoryOf('VmRSS')
const tree = buildTree(digests)
const peak = memoryOf('VmHWM')
console.log(JSON.stringify({ megabytes: (peak - before) / 1e6, nodes: tree.nodes.length / 32 }))

/** Of this process alone, in bytes: what a process inherits as its greatest use is that of its parent. */
function memoryOf(name) {
  if (process.platform !== 'linux') {
    return name === 'VmRSS' ? process.memoryUsage().rss : process.resourceUsage().maxRSS * 1024
  }
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(
    readFileSync('/proc/self/status', 'utf8'),
  )
  return Number(kilobytes) * 1024
}
