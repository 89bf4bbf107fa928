import type { Address } from '@vaultwright/base'
import type { Known } from '@vaultwright/valuation'
import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import {
  failedRead,
  holdingsOf,
  mergePositionResults,
  positionResultOf,
} from '../position/position-result.ts'
import { addressesIn, boundIn, damagedSubject, subjectsBy } from '../position/subject.ts'
import { accountIn, amountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractReadResult, Reading } from '../reading/reading.ts'

const name = 'teller'

/** Finds shares of other vaults, at the rate of their accountants. What waits in a withdrawal queue is not in it. */
export const tellerPosition: PositionReader = {
  name,
  movable: 'keyed',
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) => {
        const tellers = boundIn(claim, 'teller')
        const isOurs = claim.pattern.action.protocol === name && tellers.length > 0
        return isOurs ? [{ holder: claim.drone ?? vault, values: {}, lists: { tellers } }] : []
      }),
    ),
  read: readShares,
}

type TellerVault = { readonly vault: Address; readonly accountant: Address }

function* readShares(subject: PositionSubject): Reading<PositionResult> {
  const tellers = addressesIn(subject, 'tellers')
  if (subject.reader !== name || tellers === null) return damagedSubject(subject)
  const { holder } = subject
  const results = yield tellers.flatMap((teller) => [
    readOf(teller, 'vault()'),
    readOf(teller, 'accountant()'),
  ])
  const parts: PositionResult[] = []
  const entered: TellerVault[] = []
  for (const [index, teller] of tellers.entries()) {
    const [vault, accountant] = [
      accountIn(results[2 * index], 0),
      accountIn(results[2 * index + 1], 0),
    ]
    if (isNothing(results[2 * index]) || entered.some((one) => one.vault === vault.value)) continue
    if (vault.value === null || accountant.value === null) {
      parts.push(failedRead(`${name} ${teller}`, vault.reason ?? accountant.reason ?? ''))
    } else entered.push({ vault: vault.value, accountant: accountant.value })
  }
  if (entered.length === 0) return mergePositionResults(parts)
  const answers = yield entered.flatMap(({ vault, accountant }) => [
    readOf(vault, 'balanceOf(address)', [holder]),
    readOf(vault, 'decimals()'),
    readOf(accountant, 'base()'),
    readOf(accountant, 'getRate()'),
  ])
  for (const [index, entry] of entered.entries()) {
    parts.push(sharesOf(entry, holder, answers.slice(4 * index, 4 * index + 4)))
  }
  return mergePositionResults(parts)
}

function sharesOf(
  { vault, accountant }: TellerVault,
  holder: Address,
  [balance, places, asset, price]: readonly ContractReadResult[],
): PositionResult {
  const shares = amountIn(balance)
  if (shares.value === null) return failedRead(`shares of ${vault}`, shares.reason)
  const [decimals, base, rate] = [wordIn(places, 0), accountIn(asset, 0), wordIn(price, 0)]
  const held = positionResultOf({
    holdings: holdingsOf({ protocol: name, holder, asset: vault }, shares.value),
    receipts: [{ holder, asset: vault }],
  })
  const reason = decimals.reason ?? base.reason ?? rate.reason ?? reasonAgainst(decimals, rate)
  if (reason !== null) {
    if (shares.value === 0n) return held
    return mergePositionResults([held, failedRead(`price of ${vault}`, reason)])
  }
  // Without shares too: a week later it tells what shares that were bought meanwhile have earned.
  const quote = {
    asset: vault,
    per: base.value!,
    amount: 10n ** decimals.value!,
    worth: rate.value!,
    source: `accountant:${accountant}`,
    kind: 'rate' as const,
  }
  return mergePositionResults([held, positionResultOf({ quotes: [quote] })])
}

function reasonAgainst(decimals: Known<bigint>, rate: Known<bigint>): string | null {
  if (rate.value === 0n) return 'Its rate is zero.'
  return decimals.value! > 77n ? `It says ${decimals.value} decimals.` : null
}
