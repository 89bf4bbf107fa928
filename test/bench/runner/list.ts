import type { Bars } from './bar.ts'
import { type Parts, partOf } from './part.ts'

/** Every benchmark, in the order in which they run. */
export const parts: Parts = {
  calldata: () =>
    import('../calldata.ts').then(({ benchCalldata, sizes }) => partOf(benchCalldata, sizes)),
  simulate: () =>
    import('../simulate.ts').then(({ benchSimulation, sizes }) => partOf(benchSimulation, sizes)),
  quote: () => import('../quote.ts').then(({ benchQuote, sizes }) => partOf(benchQuote, sizes)),
  svm: () => import('../svm.ts').then(({ benchSvm, sizes }) => partOf(benchSvm, sizes)),
}

/** What the full size has to hold. A bar without a figure fails its part. */
export const bars: Bars = {
  simulate: {
    'simulate-node-50ms eth_simulateV1': { of: 'ratio', atMost: 1.3 },
    'simulate-fork eth_simulateV1': { of: 'ratio', atMost: 3 },
  },
  svm: {
    'svm-encode kit': { of: 'ratio', atLeast: 6 },
    'svm-decode kit': { of: 'ratio', atLeast: 5 },
    'svm-derive kit': { of: 'ratio', atLeast: 4 },
  },
}
