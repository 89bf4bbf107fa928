import { type Address, zeroAddress } from '@vaultwright/base'
import type { PositionResult } from '../position/position.ts'
import { failedRead, mergePositionResults, positionResultOf } from '../position/position-result.ts'
import { accountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'

/** More decimals than any token has. */
const maxDecimals = 77n

/** The answers of an accountant about an asset, so far. */
type Rated = {
  readonly asset: Address
  readonly base: Address
  /** One whole unit of each, in base units. */
  readonly unit: bigint
  readonly baseUnit: bigint
  readonly isPegged: boolean
  readonly provider: Address
}

/**
 * Reads what an accountant takes assets for, in two rounds: as equal to its base, or at the rate of a provider.
 *
 * A provider says a rate with the decimals of the asset, whatever those of the base are.
 * Source: AccountantWithRateProviders, getRateInQuote: 10^decimals of the asset times the amount, over the rate.
 *
 * @param accountant - who pays with these assets.
 * @param assets - that may have been set; the base is passed over.
 * @returns a reading of quotes per base; an asset that was never set has none, and that is not a failure.
 */
export function* readRateProviders(
  accountant: Address,
  assets: readonly Address[],
): Reading<PositionResult> {
  const [results, decimals, ...rows] = yield [
    readOf(accountant, 'base()'),
    readOf(accountant, 'decimals()'),
    ...assets.flatMap((asset) => [
      readOf(accountant, 'rateProviderData(address)', [asset]),
      readOf(asset, 'decimals()'),
    ]),
  ]
  if (isNothing(results)) return positionResultOf({})
  const base = accountIn(results, 0)
  const baseUnit = unitIn(wordIn(decimals, 0).value)
  if (base.value === null) return failedRead(`base of accountant ${accountant}`, base.reason)
  if (baseUnit === null) return failedRead(`decimals of accountant ${accountant}`, 'It says none.')
  const failures: PositionResult[] = []
  const rated: Rated[] = []
  for (const [index, asset] of assets.entries()) {
    const [flag, provider] = [wordIn(rows[2 * index], 0), accountIn(rows[2 * index], 1)]
    if (asset === base.value) continue
    const unit = unitIn(wordIn(rows[2 * index + 1], 0).value)
    const reason = flag.reason ?? provider.reason
    if (flag.value === null || provider.value === null) {
      failures.push(failedRead(`rate of ${asset}`, reason ?? ''))
    } else if (flag.value === 0n && provider.value === zeroAddress) continue
    else if (unit === null)
      failures.push(failedRead(`rate of ${asset}`, 'The token says no decimals.'))
    else {
      const row = { asset, base: base.value, unit, baseUnit, provider: provider.value }
      rated.push({ ...row, isPegged: flag.value !== 0n })
    }
  }
  const unpegged = rated.filter(({ isPegged }) => !isPegged)
  const rates =
    unpegged.length === 0 ? [] : yield unpegged.map(({ provider }) => readOf(provider, 'getRate()'))
  const quotes = rated.map((one) => {
    const rate = one.isPegged ? one.unit : wordIn(rates[unpegged.indexOf(one)], 0).value
    return quoteOf(one, { accountant, rate })
  })
  return mergePositionResults([...quotes, ...failures])
}

function quoteOf(
  { asset, base, unit, baseUnit, isPegged, provider }: Rated,
  { accountant, rate }: { readonly accountant: Address; readonly rate: bigint | null },
): PositionResult {
  if (rate === null || rate === 0n) {
    const reason = rate === null ? 'gave none' : 'says zero'
    return failedRead(`rate of ${asset}`, `The rate provider ${provider} ${reason}.`)
  }
  const source = isPegged ? `accountant:${accountant}` : `rate:${provider}`
  const kind = isPegged ? 'pegged' : 'rate'
  // One whole unit is worth `rate / unit` whole units of the base; one that is pegged, one.
  const [amount, worth] = [unit * unit, rate * baseUnit]
  return positionResultOf({ quotes: [{ asset, per: base, amount, worth, source, kind }] })
}

function unitIn(decimals: bigint | null): bigint | null {
  return decimals === null || decimals > maxDecimals ? null : 10n ** decimals
}
