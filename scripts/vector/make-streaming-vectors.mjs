// Makes fixtures/vectors/streaming.json: acts on a yield-streaming accountant and what every view says after each.
// The TypeScript model writes it, forge replays it against the contract: neither can drift from the other.
// Run: node_modules/.bin/node --conditions=source scripts/vector/make-streaming-vectors.mjs
import {
  claimStreamFees,
  defaultStreamBounds,
  enterStream,
  exitStream,
  markFirstDeposit,
  openStream,
  pauseStream,
  postLoss,
  resetStreamMark,
  shareRateOf,
  totalAssetsOf,
  unpauseStream,
  unvestedGainsOf,
  updateStream,
  vestedGainsOf,
  vestYield,
  wholeShareOf,
} from '@vaultwright/valuation'
import { writeIfStarted } from '../generated.mjs'

const stepCount = 64
/** The steps after which the next one follows within a minute. */
const soonAfter = new Set([8, 11, 12])
const plans = [
  { shareDecimals: 18, baseDecimals: 18, platformFeeBps: 200n, performanceFeeBps: 1500n },
  { shareDecimals: 6, baseDecimals: 6, platformFeeBps: 100n, performanceFeeBps: 4999n },
  { shareDecimals: 18, baseDecimals: 6, platformFeeBps: 0n, performanceFeeBps: 3333n },
  { shareDecimals: 8, baseDecimals: 8, platformFeeBps: 2000n, performanceFeeBps: 5000n },
]

/** The file of vectors: path → text. */
export function make() {
  const sequences = plans.map((plan, index) => sequenceOf(plan, dice(0x57ea + index)))
  const steps = ({ steps, ...start }) =>
    `${JSON.stringify(start).slice(0, -1)},"steps":[\n${steps.map((step) => JSON.stringify(step)).join(',\n')}]}`
  const text = `{"source":"scripts/vector/make-streaming-vectors.mjs","sequences":[\n${sequences.map(steps).join(',\n')}]}\n`
  return new Map([['fixtures/vectors/streaming.json', text]])
}

/** One accountant's life: where it starts, and every act with the views some time after it. */
function sequenceOf(plan, roll) {
  const deployedAt = 1_750_000_000n + roll(1_000_000n)
  const startingRate = 10n ** BigInt(plan.baseDecimals) + roll(10n ** BigInt(plan.baseDecimals - 1))
  const terms = {
    ...defaultStreamBounds,
    shareDecimals: plan.shareDecimals,
    platformFeeBps: plan.platformFeeBps,
    performanceFeeBps: plan.performanceFeeBps,
    minimumUpdateDelay: 3600n,
  }
  let stream = openStream(terms, startingRate, deployedAt)
  let now = deployedAt
  const steps = Array.from({ length: stepCount }, (_, index) => {
    const isSoon = soonAfter.has(index - 1) || roll(6n) === 0n
    const at = now + (isSoon ? roll(60n) : 600n + roll(200_000n))
    const act = openingOf(stream, index, at) ?? actOf(stream, at, roll)
    const step = acted(stream, act, at)
    if (step.ok) stream = step.stream
    now = at + (soonAfter.has(index) || roll(5n) === 0n ? 0n : roll(60_000n))
    return { at, ...act, reverts: step.ok ? '' : step.reason, readAt: now, ...viewsOf(stream, now) }
  })
  const start = { ...plan, startingRate, minimumUpdateDelay: 3600n, deployedAt }
  return { ...texted(start), steps: steps.map(texted) }
}

/**
 * The opening that chance would seldom bring: gains without shares, a yield right after a loss, a
 * fall at the very bound, a loss both paused and too soon, a mark that comes down while paused, a
 * mark below the rate.
 */
function openingOf(stream, index, at) {
  const whole = wholeShareOf(stream.terms)
  const day = 86_400n
  const acts = [
    () => act('vestYield', whole, day),
    () => act('enter', 123_456n * whole + 789n),
    () => act('claimFees'),
    () => act('setFirstDepositTimestamp'),
    () => act('vestYield', totalAssetsOf(stream, at) / 1000n, 7n * day),
    () => act('exit', stream.totalShares),
    () => act('updateExchangeRate'),
    () => act('enter', 654_321n * whole),
    () => act('postLoss', stream.vestingGains + 1000n),
    () => act('vestYield', totalAssetsOf(stream, at) / 500n, 2n * day),
    () => lossAtBound(stream, at),
    () => act('vestYield', totalAssetsOf(stream, at) / 500n, 2n * day),
    () => act('pause'),
    () => act('postLoss', 1n),
    () => act('resetHighwaterMark'),
    () => act('storeHighwaterMark', stream.exchangeRate - 1n),
    () => act('resetHighwaterMark'),
    () => act('unpause'),
    () => act('updateExchangeRate'),
  ]
  return acts[index]?.()
}

/**
 * The next act: mostly one of a strategist, sometimes one that the contract refuses. mostly what a
 * strategist would do, sometimes what the contract refuses.
 */
function actOf(stream, at, roll) {
  if (stream.totalShares === 0n) {
    return act('enter', roll(1_000_000n * wholeShareOf(stream.terms)) + 1_000_000n)
  }
  if (stream.isPaused && roll(2n) === 0n) return act('unpause')
  const kind = roll(40n)
  if (kind < 6n) return act('enter', roll(stream.totalShares) + 1n)
  if (kind < 9n) return act('exit', roll(stream.totalShares) + 1n)
  if (kind < 10n) return act('exit', stream.totalShares)
  if (kind < 16n) return act('updateExchangeRate')
  if (kind < 27n) return yieldOf(stream, roll)
  if (kind < 36n) return roll(9n) === 0n ? lossAtBound(stream, at) : lossOf(stream, roll)
  if (kind < 38n) return act('claimFees')
  return act(kind < 39n ? 'pause' : 'resetHighwaterMark')
}

/** A loss of one hundredth, after the gains that it meets first. */
function lossAtBound(stream, at) {
  return act('postLoss', unvestedGainsOf(stream, at) + totalAssetsOf(stream, at) / 100n)
}

function yieldOf(stream, roll) {
  const booked = totalAssetsOf(stream, stream.updatedAtUnix)
  const duration = 86_400n + roll(518_401n)
  const fair = (booked * (1n + roll(40n))) / 10_000n + 1n
  const kind = roll(14n)
  if (kind === 0n) return act('vestYield', fair, 86_399n)
  if (kind === 1n) return act('vestYield', fair, 604_801n)
  if (kind === 2n) return act('vestYield', 0n, duration)
  if (kind === 3n) return act('vestYield', booked + 1n, duration)
  return act('vestYield', fair, duration)
}

function lossOf(stream, roll) {
  const booked = totalAssetsOf(stream, stream.updatedAtUnix)
  const kind = roll(8n)
  if (kind === 0n) return act('postLoss', booked * 3n)
  if (kind === 1n) return act('postLoss', booked / 50n)
  if (kind < 5n) return act('postLoss', roll(stream.vestingGains + 1n))
  return act('postLoss', roll(booked / 200n + 1n))
}

function act(op, amount = 0n, duration = 0n) {
  return { op, amount, duration }
}

function acted(stream, { op, amount, duration }, at) {
  const always = (next) => ({ ok: true, stream: next })
  switch (op) {
    case 'enter':
      return always(enterStream(stream, amount))
    case 'exit':
      return exitStream(stream, amount)
    case 'setFirstDepositTimestamp':
      return always(markFirstDeposit(stream, at))
    case 'pause':
      return always(pauseStream(stream))
    case 'unpause':
      return always(unpauseStream(stream))
    case 'updateExchangeRate':
      return updateStream(stream, at)
    case 'vestYield':
      return vestYield(stream, { amount, duration }, at)
    case 'postLoss':
      return postLoss(stream, amount, at)
    case 'claimFees':
      return claimStreamFees(stream)
    // No act leaves the rate above the mark: the slot is written.
    case 'storeHighwaterMark':
      return always({ ...stream, highwaterMark: amount })
    default:
      return resetStreamMark(stream, at)
  }
}

function viewsOf(stream, at) {
  return {
    getRate: shareRateOf(stream, at),
    totalAssets: totalAssetsOf(stream, at),
    pendingVestingGains: vestedGainsOf(stream, at),
    pendingUnvestedGains: unvestedGainsOf(stream, at),
    totalSupply: stream.totalShares,
    lastVirtualSharePrice: stream.virtualSharePriceRay,
    lastStrategistUpdateTimestamp: stream.strategistActedAtUnix,
    vestingState: [
      stream.sharePrice,
      stream.vestingGains,
      stream.vestingBookedAtUnix,
      stream.vestingStartsAtUnix,
      stream.vestingEndsAtUnix,
    ],
    supplyObservation: [
      stream.cumulativeSupply,
      stream.cumulativeSupplyLast,
      stream.observedAtUnix,
    ],
    accountantState: [
      stream.highwaterMark,
      stream.feesOwed,
      stream.sharesAtLastUpdate,
      stream.exchangeRate,
      stream.updatedAtUnix,
      String(stream.isPaused),
    ],
  }
}

/** Every whole number as a decimal string. */
function texted(row) {
  const text = (value) => (typeof value === 'string' ? value : value.toString())
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(text) : text(value),
    ]),
  )
}

/** Whole numbers below a bound, the same ones for the same seed. */
function dice(seed) {
  let state = BigInt(seed)
  return (bound) => {
    let drawn = 0n
    for (let round = 0; round < 4; round++) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n)
      drawn = (drawn << 32n) | (state >> 32n)
    }
    return bound === 0n ? 0n : drawn % bound
  }
}

await writeIfStarted(import.meta.url, make)
