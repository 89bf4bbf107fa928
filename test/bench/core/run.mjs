// Trees, cold start, manifests, definitions and memory: `node test/bench/core/run.mjs` after `npm run bench`, which
// installs what they are compared with. BENCH_ROUNDS and BENCH_LEAVES say how much.
import { spawnSync } from 'node:child_process'
import { benchCold } from './cold.mjs'
import { benchDefinitions } from './definition.mjs'
import { benchManifest } from './manifest.mjs'
import { benchTrees } from './tree.mjs'

const rounds = Number(process.env.BENCH_ROUNDS ?? 9)

for (const bench of [benchTrees, benchCold, benchManifest, benchDefinitions]) {
  for (const { name, peer, ratio, ours, theirs } of await bench(rounds)) {
    const cells = [name.padEnd(24), peer.padEnd(16), `${ratio.toFixed(2)}x`.padEnd(10)]
    console.log(`${cells.join('')}${ours.toFixed(2)} ms ${theirs.toFixed(2)} ms`)
  }
}
const memory = spawnSync(process.execPath, [new URL('memory.mjs', import.meta.url).pathname], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (memory.status !== 0) throw new Error('The benchmark of memory failed.')
console.log(`memory of 2^20 leaves beyond the input: ${memory.stdout.trim()}`)
