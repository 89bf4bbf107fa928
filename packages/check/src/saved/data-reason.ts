import { printHex } from '@vaultwright/base'
import { isPadding } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { isSvmAddress, parseSvmAddress } from '@vaultwright/svm'
import {
  type DailyEntry,
  type MerkleTreeData,
  navFields,
  type PerformanceData,
} from '@vaultwright/wire'
import { treeFileOf } from '../built/build-trees.ts'
import { checkDay, dayBeforeTitle, type VaultAddress } from '../day/day-check.ts'
import { checkPerformance } from '../day/performance-check.ts'
import { checkOf } from '../day/receipt-check.ts'
import { seriesOf } from '../day/series.ts'
import { checkSvmDays, checkSvmWeek } from '../solana/svm-day-check.ts'
import { aboutSubject, reasonOf } from '../verdict/verdict.ts'
import { type AnswerReasons, notGiven, read, requestOption } from './answer-input.ts'
import type { SavedRequest } from './request.ts'

const asRead = reasonOf(
  'note',
  'stated',
  'What receipts take from the chain, and prices, are what the service says it read.',
)

/** Of the days of a vault. */
export const dailyReasons: AnswerReasons = (text, { request }) => {
  const { data } = read('listDailyData', text)
  const vault = vaultAddressOf(request, data[0])
  const missing = request?.vault_address === undefined ? [notGiven(requestOption)] : []
  if (isSolana(vault)) {
    const days = data as readonly DailyEntry[]
    const checks = checkSvmDays(days, { vault: parseSvmAddress(vault.address) })
    const judged = checks.flatMap(({ verdict }, index) =>
      aboutSubject(verdict.reasons, days[index]!.as_of.slice(0, 10)),
    )
    return [...missing, ...judged, svmAsRead]
  }
  const series = seriesOf(data as readonly DailyEntry[])
  return [
    ...missing,
    ...series.flatMap((day, index) => {
      if (day.entry === null)
        return [reasonOf('note', 'stated', `${day.day}: the service has no value for the day.`)]
      const { comparisons } = checkDay(day, series[index - 1], vault)
      // The day before the first is not in the file.
      const relevant = comparisons.filter(({ title }) => index > 0 || title !== dayBeforeTitle)
      return aboutSubject(checkOf(relevant).verdict.reasons, day.day)
    }),
    reasonOf(
      'note',
      'stated',
      `The receipt of a day does not give ${Object.keys(navFields).join(', ')}: they are the word of the service.`,
    ),
    asRead,
  ]
}

/** Of the performance of a week. */
export const performanceReasons: AnswerReasons = (text, { request, days }) => {
  const { data } = read('getPerformance', text)
  const vault = vaultAddressOf(request, data)
  if (isSolana(vault)) {
    const { verdict } = checkSvmWeek(data as PerformanceData, {
      vault: parseSvmAddress(vault.address),
    })
    const missing = request?.vault_address === undefined ? [notGiven(requestOption)] : []
    return [...missing, ...aboutSubject(verdict.reasons, data.as_of.slice(0, 10)), svmAsRead]
  }
  const series = days === null ? null : seriesOf(read('listDailyData', days).data as never)
  const { check } = checkPerformance(data as PerformanceData, series, vault)
  return [
    ...(request?.vault_address === undefined ? [notGiven(requestOption)] : []),
    ...aboutSubject(check.verdict.reasons, data.as_of.slice(0, 10)),
    asRead,
  ]
}

/** Of a snapshot. */
export const snapshotReasons: AnswerReasons = (text) => {
  read('getLatestSnapshot', text)
  return [
    reasonOf(
      'open',
      'not_given',
      'A snapshot comes without what it was computed from: ask for daily data with `explain=true`.',
    ),
  ]
}

/** Of a tree. */
export const treeReasons: AnswerReasons = (text, { request }) => {
  const data = read('getTree', text).data as MerkleTreeData
  const file = treeFileOf(data)
  const root = printHex(rootOf(file.tree.tree))
  const expected = request?.root_hash ?? data.root_hash
  const used = file.tree.leaves.filter((leaf) => !isPadding(leaf)).length
  return [
    ...[...new Set([data.root_hash.toLowerCase(), expected.toLowerCase()])]
      .filter((named) => named !== root)
      .map((named) =>
        reasonOf('no', 'not_followed', `The leaves give the root ${root}, not ${named}.`),
      ),
    ...file.findings.flatMap(({ severity, message }) =>
      severity === 'error' ? [reasonOf('no', 'not_followed', message)] : [],
    ),
    ...(data.leaf_count === used
      ? []
      : [reasonOf('no', 'not_followed', `It has ${used} leaves, and says ${data.leaf_count}.`)]),
    ...(request?.root_hash === undefined ? [notGiven(requestOption)] : []),
  ]
}

const svmAsRead = reasonOf(
  'note',
  'stated',
  'That the accounts of a reading were on chain, and prices, are what the service says it read.',
)

function isSolana({ chain, address }: VaultAddress): boolean {
  return chain.toLowerCase() === 'solana' && isSvmAddress(address)
}

/** The vault of the request, else the one that the answer itself names. */
function vaultAddressOf(
  request: SavedRequest | null,
  entry: { readonly chain?: string; readonly vault_address?: string } | undefined,
): VaultAddress {
  const chain = request?.chain ?? entry?.chain ?? ''
  return { chain, address: request?.vault_address ?? entry?.vault_address ?? '' }
}
