import type { Address } from '@vaultwright/base'
import type { AccountantReading, ReadFailure, StreamReading } from '@vaultwright/valuation'
import { accountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractReadResult, Reading } from '../reading/reading.ts'

/** The answers of a vault and its accountant. */
export type AccountantResult = {
  /** Null when there is none, it was not there yet, or its state could not be read. */
  readonly accountant: AccountantReading | null
  /** The asset that shares are priced in. */
  readonly base: Address | null
  readonly share: {
    /** Base units. */
    readonly supply: string | null
    readonly decimals: number | null
  }
  readonly failures: readonly ReadFailure[]
}

/** Bytes of `accountantState()`. Source: AccountantWithRateProviders before and since 2024-05-20. */
const [legacyWords, currentWords] = [10, 12]
const stateWords = {
  legacy: { mark: null, owed: 1, shares: 2, rate: 3, upper: 4, fee: 9, performanceFee: null },
  current: { mark: 1, owed: 2, shares: 3, rate: 4, upper: 5, fee: 10, performanceFee: 11 },
} as const

/**
 * Reads an accountant of any kind and generation, and the supply of its vault, in one round.
 *
 * @param accountant - null when the vault has none.
 */
export function* readAccountant(
  accountant: Address | null,
  vault: Address,
): Reading<AccountantResult> {
  const answers = yield [
    readOf(vault, 'totalSupply()'),
    readOf(vault, 'decimals()'),
    ...(accountant === null ? [] : questions.map((signature) => readOf(accountant, signature))),
  ]
  const [supply, decimals] = [wordIn(answers[0], 0), smallIn(answers[1], 255n)]
  const failures: ReadFailure[] = []
  const note = (what: string, reason: string | null) => {
    if (reason !== null) failures.push({ what, reason })
  }
  note(`supply of ${vault}`, supply.reason)
  note(`decimals of ${vault}`, decimals === null ? 'It does not say any.' : null)
  const share = { supply: textOf(supply.value), decimals }
  if (accountant === null) return { accountant: null, base: null, share, failures }
  const [state, base, ...remaining] = answers.slice(2)
  const accountantState = isNothing(state) ? null : stateOf(accountant, [state!, ...remaining])
  const baseFound = accountIn(base, 0)
  if (!isNothing(state)) {
    note(`state of accountant ${accountant}`, accountantState === null ? wrongState(state!) : null)
    note(`base of accountant ${accountant}`, baseFound.reason)
    if (accountantState !== null && accountantState.rate === null)
      note(`rate of ${accountant}`, 'The call gave none.')
  } else note(`accountant ${accountant}`, 'Nothing stands there at this block.')
  return { accountant: accountantState, base: baseFound.value, share, failures }
}

/** Reads the shares in being at the last update of an accountant; null if its state is not one. */
export function* readSharesAtLastUpdate(accountant: Address): Reading<bigint | null> {
  const [state] = yield [readOf(accountant, 'accountantState()')]
  const layout = layoutOf(state ?? null)
  return layout === null ? null : wordIn(state, stateWords[layout].shares).value
}

const questions = [
  'accountantState()',
  'base()',
  'getRate()',
  'vestingState()',
  'totalAssets()',
  'fixedRateAccountantState()',
] as const

function stateOf(
  address: Address,
  [state, rate, vesting, assets, fixed]: readonly ContractReadResult[],
): AccountantReading | null {
  const layout = layoutOf(state!)
  if (layout === null) return null
  const words = stateWords[layout]
  const wordAt = (index: number) => wordIn(state, index).value!
  const small = (index: number) => Number(wordAt(index))
  const stream = streamOf(vesting!, assets!)
  const isFixed = wordIn(fixed, 1).value !== null
  return {
    address,
    kind: stream !== null ? 'yield_streaming' : isFixed ? 'fixed_rate' : 'rate_providers',
    layout,
    rate: textOf(wordIn(rate, 0).value),
    isPaused: wordAt(words.upper + 3) !== 0n,
    exchangeRate: String(wordAt(words.rate)),
    highwaterMark: words.mark === null ? null : String(wordAt(words.mark)),
    feesOwed: String(wordAt(words.owed)),
    platformFeeBps: small(words.fee),
    performanceFeeBps: words.performanceFee === null ? null : small(words.performanceFee),
    updatedAtUnix: String(wordAt(words.upper + 2)),
    bounds: {
      upperBps: small(words.upper),
      lowerBps: small(words.upper + 1),
      minimumDelaySeconds: small(words.upper + 4),
    },
    stream,
  }
}

function layoutOf(state: ContractReadResult): AccountantReading['layout'] | null {
  const wordCount = state === null ? 0 : (state.length - 2) / 64
  if (wordCount === currentWords) return 'current'
  return wordCount === legacyWords ? 'legacy' : null
}

function wrongState(state: ContractReadResult): string {
  return state === null
    ? 'The call reverted.'
    : `The answer has ${state.length / 2 - 1} bytes instead of ${64 * 6} or ${64 * 5}.`
}

/** Only a streaming accountant has the five words of a vesting. */
function streamOf(vesting: ContractReadResult, assets: ContractReadResult): StreamReading | null {
  if (wordIn(vesting, 4).value === null) return null
  const vestingAt = (index: number) => String(wordIn(vesting, index).value)
  return {
    lastSharePrice: vestingAt(0),
    gains: vestingAt(1),
    updatedAtUnix: vestingAt(2),
    startUnix: vestingAt(3),
    endUnix: vestingAt(4),
    totalAssets: textOf(wordIn(assets, 0).value),
  }
}

function smallIn(answer: ContractReadResult | undefined, most: bigint): number | null {
  const { value } = wordIn(answer, 0)
  return value === null || value > most ? null : Number(value)
}

function textOf(value: bigint | null): string | null {
  return value === null ? null : String(value)
}
