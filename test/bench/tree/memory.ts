import { readFileSync, writeFileSync } from 'node:fs'
import { buildTree } from '@vaultwright/merkle'
import type { Figure } from '../figure.ts'

type MemorySize = { readonly leaves: number }

export const sizes = {
  full: { leaves: 2 ** 20 },
  tiny: { leaves: 2 ** 10 },
} as const satisfies Record<string, MemorySize>

/** The most memory that a tree of digests needs beyond its input, once, in a process that did nothing else. */
export async function benchMemory({ leaves }: MemorySize): Promise<readonly Figure[]> {
  const digests = new Uint8Array(32 * leaves)
  // One view: garbage of the input's making would count as the tree's, for the peak is of the whole process.
  const view = new DataView(digests.buffer)
  for (let index = 0; index < digests.length; index += 4) {
    view.setUint32(index, Math.imul(index, 2654435761) >>> 0)
  }
  forgetPeak()
  const before = readMemory('VmRSS')
  const tree = buildTree(digests)
  const peak = readMemory('VmHWM')
  const name = `memory-${leaves}`
  const alone = { peer: null, theirs: null, ratio: null, fresh: true } as const
  return [
    { ...alone, name, unit: 'MB', ours: (peak - before) / 1e6 },
    { ...alone, name: `${name}-nodes`, unit: 'count', ours: tree.nodes.length / 32 },
  ]
}

/** Loading the code took more than it left. Source: proc(5), /proc/pid/clear_refs, 5 resets the peak. */
function forgetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
}

/** Of this process alone, in bytes: what a process inherits as its greatest use is that of its parent. */
function readMemory(name: 'VmRSS' | 'VmHWM'): number {
  if (process.platform !== 'linux') {
    return name === 'VmRSS' ? process.memoryUsage().rss : process.resourceUsage().maxRSS * 1024
  }
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) * 1024
}
