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
export { assetsOf, sharesOf } from './stream-quote.ts'
export {
  claimStreamFees,
  enterStream,
  exitStream,
  markFirstDeposit,
  pauseStream,
  postLoss,
  resetStreamMark,
  type StreamGain,
  type StreamRefusal,
  type StreamStep,
  unpauseStream,
  updateStream,
  vestYield,
} from './stream-step.ts'
