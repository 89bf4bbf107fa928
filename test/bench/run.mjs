import { spawnSync } from 'node:child_process'
import { nodePath } from './api/api-child.mjs'
import { benchCalldata } from './calldata.mjs'
import { benchCold } from './cold.mjs'
import { benchDefinitions } from './definition.mjs'
import { benchManifest } from './manifest.mjs'
import { benchQuote, sizes as quoteSizes } from './quote.ts'
import { benchSimulation, sizes as simulateSizes } from './simulate.ts'
import { benchSvm } from './svm.mjs'
import { benchTrees } from './tree.mjs'

const json = process.argv.includes('--json')
const rounds = Number(process.env.BENCH_ROUNDS ?? 9)

/** What a ratio must hold; `atMost` for a cost relative to the peer, `atLeast` for a gain over it. */
const bars = {
  'build-16384 noble': { atLeast: 15 },
  'build-16384 viem': { atLeast: 35 },
  'build-16384 openzeppelin': { atLeast: 80 },
  'build-16384 ox-wasm': { atLeast: 2.2 },
  'build-16384-js noble': { atLeast: 3 },
  'proofs-16384 openzeppelin': { atLeast: 300 },
  'verify-10000 noble': { atLeast: 8 },
  'encode-50x12 viem': { atLeast: 8 },
  'encode-50x12-tree viem': { atLeast: 15 },
  'decode-50x12 viem': { atLeast: 10 },
  'cold-1024 node': { atMost: 2 },
  'manifest-4096 parse': { atMost: 0.6 },
  'simulate-fork eth_simulateV1': { atMost: 3 },
  'svm-encode kit': { atLeast: 6 },
  'svm-decode kit': { atLeast: 5 },
  'svm-derive kit': { atLeast: 4 },
}

if (!json)
  console.log('name                    peer            ratio      ours ms    peer ms    bar')
let missed = 0
for (const bench of [
  benchTrees,
  benchCalldata,
  benchCold,
  benchManifest,
  benchDefinitions,
  (count) => benchSimulation(sizeOf(simulateSizes, count)),
  (count) => benchQuote(sizeOf(quoteSizes, count)),
  benchSvm,
]) {
  for (const line of await bench(rounds)) report(line)
}
const memory = spawnSync(process.execPath, [new URL('memory.mjs', import.meta.url).pathname], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (memory.status !== 0) fail('memory', memory)
const { megabytes } = JSON.parse(memory.stdout)
if (json) console.log(JSON.stringify({ name: 'memory-1048576', peer: 'input', megabytes }))
else
  console.log(
    `memory of 2^20 leaves beyond the input: ${megabytes.toFixed(1)} MB (bar: at most 100)`,
  )
// The processes need a newer Node than the libraries do, and run from their sources.
const args = ['--conditions=source', '--disable-warning=ExperimentalWarning']
for (const name of ['api/api', 'index/index', 'index/index-replay']) {
  const program = new URL(`${name}.mjs`, import.meta.url).pathname
  const ended = spawnSync(nodePath, [...args, program, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  if (ended.status !== 0) fail(name, ended)
}
if (!json && missed > 0) console.log(`${missed} bars missed: on a busy machine, run again`)

function sizeOf({ full, tiny }, count) {
  return count < 9 ? { ...tiny, rounds: count } : full
}

/** A part that fails is not a benchmark: the whole fails with it. */
function fail(name, { status, signal, error }) {
  const how = error?.message ?? (signal === null ? `exit code ${status}` : signal)
  console.error(`the benchmark ${name} failed: ${how}`)
  process.exit(1)
}

function report({ name, peer, ratio, ours, theirs }) {
  // A count without a peer is for the suite.
  if (peer === null) return
  if (json) {
    console.log(JSON.stringify({ name, peer, ratio: Number(ratio.toFixed(3)) }))
    return
  }
  const bar = bars[`${name} ${peer}`]
  const held = !bar || (ratio >= (bar.atLeast ?? 0) && ratio <= (bar.atMost ?? Infinity))
  if (!held) missed++
  const barText = bar
    ? `${bar.atMost ? `<= ${bar.atMost}` : `>= ${bar.atLeast}`}${held ? '' : '  MISSED'}`
    : ''
  console.log(
    [
      name.padEnd(23),
      peer.padEnd(15),
      `${ratio.toFixed(2)}x`.padEnd(10),
      ours.toFixed(2).padEnd(10),
      theirs.toFixed(2).padEnd(10),
      barText,
    ].join(' '),
  )
}
