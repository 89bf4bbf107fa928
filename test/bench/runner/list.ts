import type { Bars } from './bar.ts'
import { type Parts, partOf } from './part.ts'

/** Every benchmark, in the order in which they run. */
export const parts: Parts = {
  build: () =>
    import('../tree/build.ts').then(({ benchBuild, sizes }) => partOf(benchBuild, sizes)),
  proof: () =>
    import('../tree/proof.ts').then(({ benchProofs, sizes }) => partOf(benchProofs, sizes)),
  memory: () =>
    import('../tree/memory.ts').then(({ benchMemory, sizes }) => partOf(benchMemory, sizes)),
  calldata: () =>
    import('../calldata.ts').then(({ benchCalldata, sizes }) => partOf(benchCalldata, sizes)),
  parse: () =>
    import('../tree/parse.ts').then(({ benchParse, sizes }) => partOf(benchParse, sizes)),
  manifest: () =>
    import('../tree/manifest.ts').then(({ benchManifest, sizes }) => partOf(benchManifest, sizes)),
  definition: () =>
    import('../tree/definition.ts').then(({ benchDefinition, sizes }) =>
      partOf(benchDefinition, sizes),
    ),
  cold: () => import('../tree/cold.ts').then(({ benchCold, sizes }) => partOf(benchCold, sizes)),
  simulate: () =>
    import('../simulate.ts').then(({ benchSimulation, sizes }) => partOf(benchSimulation, sizes)),
  quote: () => import('../quote.ts').then(({ benchQuote, sizes }) => partOf(benchQuote, sizes)),
  api: () => import('../api/api.ts').then(({ benchApi, sizes }) => partOf(benchApi, sizes)),
  'api-memory': () =>
    import('../index/service-memory.ts').then(({ benchServiceMemory, sizes }) =>
      partOf(benchServiceMemory, sizes),
    ),
  index: () =>
    import('../index/index.ts').then(({ measureBackfill, sizes }) =>
      partOf(measureBackfill, sizes),
    ),
  replay: () =>
    import('../index/index-replay.ts').then(({ measureReplay, sizes }) =>
      partOf(measureReplay, sizes),
    ),
  svm: () => import('../svm.ts').then(({ benchSvm, sizes }) => partOf(benchSvm, sizes)),
}

/** The bars of requests that were never asked before, on each database: of a bare route, and microseconds. */
const apiBars: Bars[string] = Object.fromEntries(
  ['sqlite', 'postgres'].flatMap((store) => [
    ...['listVaults', 'getVault', 'latestSnapshot', 'dailyData', 'roots', 'performance'].map(
      (name) => [`api-${store}-${name} fastify`, { of: 'ratio', atMost: 2.5 }] as const,
    ),
    [`api-${store}-tree fastify`, { of: 'ratio', atMost: 1.5 }],
    [`api-${store}-listActions fastify`, { of: 'ratio', atMost: 2 }],
    [`api-${store}-constraints fastify`, { of: 'ratio', atMost: 2 }],
    [`api-${store}-execute fastify`, { of: 'ours', atMost: 400 }],
    [`api-${store}-executeMultiple fastify`, { of: 'ours', atMost: 400 }],
  ]),
)

/** The bars of the full size. A bar without a figure fails its part. */
export const bars: Bars = {
  build: {
    'build-16384 noble': { of: 'ratio', atLeast: 15 },
    'build-16384 viem': { of: 'ratio', atLeast: 35 },
    'build-16384 openzeppelin': { of: 'ratio', atLeast: 80 },
    'build-16384 ox-wasm': { of: 'ratio', atLeast: 2.2 },
    'build-16384-js noble': { of: 'ratio', atLeast: 3 },
  },
  proof: {
    'proofs-16384 openzeppelin': { of: 'ratio', atLeast: 600 },
    'verify-10000 noble': { of: 'ratio', atLeast: 8 },
  },
  memory: { 'memory-1048576': { of: 'ours', atMost: 100 } },
  calldata: {
    'encode-50x12 viem': { of: 'ratio', atLeast: 15 },
    'encode-50x12-tree viem': { of: 'ratio', atLeast: 21 },
    'decode-50x12 viem': { of: 'ratio', atLeast: 18 },
  },
  parse: { 'parse-4096 JSON.parse': { of: 'ratio', atMost: 3 } },
  manifest: { 'manifest-4096 parse': { of: 'ratio', atMost: 0.6 } },
  definition: { 'infer-2918': { of: 'ours', atMost: 1_000 } },
  cold: { 'cold-1024 node': { of: 'ratio', atMost: 2.2 } },
  simulate: {
    'simulate-node-50ms eth_simulateV1': { of: 'ratio', atMost: 1.3 },
    'simulate-fork eth_simulateV1': { of: 'ratio', atMost: 3 },
  },
  quote: {
    'quote-6-trips': { of: 'ours', atMost: 6 },
    'quote-program-trips': { of: 'ours', atMost: 7 },
    'quote-6-100ms eth_simulateV1': { of: 'ours', atMost: 1_000 },
  },
  api: {
    ...apiBars,
    'api-node-execute fastify': { of: 'ours', atMost: 1_000 },
    'api-node-executeMultiple fastify': { of: 'ours', atMost: 1_000 },
  },
  'api-memory': {
    'api-memory-growth': { of: 'ours', atMost: 16 },
    'index-memory-growth': { of: 'ours', atMost: 4 },
  },
  index: {
    'index-backfill-0ms naive': { of: 'ratio', atLeast: 3 },
    'index-backfill-20ms naive': { of: 'ratio', atLeast: 20 },
    'index-backfill-100ms naive': { of: 'ratio', atLeast: 40 },
  },
  // Of 365,000 days: 60 s, 180 s and 10 s on SQLite, 180 s and 360 s on PostgreSQL.
  replay: {
    'replay-sqlite-packed-100x365-days': { of: 'ours', atLeast: 6_083 },
    'replay-sqlite-first-100x365-days': { of: 'ours', atLeast: 2_028 },
    'replay-sqlite-unchanged-100x365-days': { of: 'ours', atLeast: 36_500 },
    'replay-postgres-packed-100x365-days': { of: 'ours', atLeast: 2_028 },
    'replay-postgres-first-100x365-days': { of: 'ours', atLeast: 1_014 },
  },
  svm: {
    'svm-encode kit': { of: 'ratio', atLeast: 6 },
    'svm-decode kit': { of: 'ratio', atLeast: 5 },
    'svm-derive kit': { of: 'ratio', atLeast: 4 },
  },
}
