export { annualYieldOf, type Growth } from './annual-yield.ts'
export {
  bookedAssetsOf,
  defaultStreamBounds,
  openStream,
  ray,
  type Stream,
  type StreamTerms,
  shareRateOf,
  totalAssetsOf,
  unvestedGainsOf,
  vestedGainsOf,
  wholeShareOf,
} from './stream.ts'
export { postLoss, type StreamGain, vestYield } from './stream-gain.ts'
export { assetsOf, sharesOf } from './stream-quote.ts'
export {
  claimStreamFees,
  pauseStream,
  resetStreamMark,
  type StreamRefusal,
  type StreamStep,
  unpauseStream,
  updateStream,
} from './stream-step.ts'
export { enterStream, exitStream, markFirstDeposit } from './stream-supply.ts'
