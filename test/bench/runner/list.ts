import type { Bars } from './bar.ts'
import { type Parts, partOf } from './part.ts'

/** Every benchmark, in the order in which they run. */
export const parts: Parts = {
  calldata: () =>
    import('../calldata.ts').then(({ benchCalldata, sizes }) => partOf(benchCalldata, sizes)),
  simulate: () =>
    import('../simulate.ts').then(({ benchSimulation, sizes }) => partOf(benchSimulation, sizes)),
  quote: () => import('../quote.ts').then(({ benchQuote, sizes }) => partOf(benchQuote, sizes)),
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

/** What the full size has to hold. A bar without a figure fails its part. */
export const bars: Bars = {
  simulate: {
    'simulate-node-50ms eth_simulateV1': { of: 'ratio', atMost: 1.3 },
    'simulate-fork eth_simulateV1': { of: 'ratio', atMost: 3 },
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
