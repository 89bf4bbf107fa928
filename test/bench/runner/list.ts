import type { Bars } from './bar.ts'
import { type Parts, partOf } from './part.ts'

/** Every benchmark, in the order in which they run. */
export const parts: Parts = {
  svm: () => import('../svm.ts').then(({ benchSvm, sizes }) => partOf(benchSvm, sizes)),
}

/** What the full size has to hold. A bar without a figure fails its part. */
export const bars: Bars = {
  svm: {
    'svm-encode kit': { of: 'ratio', atLeast: 6 },
    'svm-decode kit': { of: 'ratio', atLeast: 5 },
    'svm-derive kit': { of: 'ratio', atLeast: 4 },
  },
}
