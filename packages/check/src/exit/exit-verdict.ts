import type { WithdrawAssetData, WithdrawQueuesData } from '@vaultwright/wire'
import { type AnswerReason, type AnswerVerdict, reasonOf, verdictOf } from '../verdict/verdict.ts'

/** Seconds after which a reading of queues is old. */
const oldSeconds = 3_600

/**
 * Answers whether a vault can pay who asks, from what the service read of its withdraw queues: Yes only where every
 * queue agrees with its contract, a solver may solve, every matured request is paid and what is paid at once covers
 * what to hold ready.
 *
 * @param nowUnix - by the reader's clock.
 */
export function exitVerdict({ as_of, queues }: WithdrawQueuesData, nowUnix: number): AnswerVerdict {
  const reasons: AnswerReason[] = []
  if (queues.length === 0)
    reasons.push(reasonOf('open', 'not_given', 'Cannot say: no withdraw queue was read.'))
  for (const { address, paused, check, solvers, assets } of queues) {
    if (check.state === 'differs')
      reasons.push(
        reasonOf(
          'no',
          'not_followed',
          `The queue ${address} has other requests than its logs give${check.difference?.position === null || check.difference === null ? '' : `, first at place ${check.difference.position}`}.`,
        ),
      )
    if (check.state === 'not_checked')
      reasons.push(
        reasonOf('open', 'not_given', `Cannot say: the queue ${address} was not checked.`),
      )
    if (paused === null && check.state === 'agrees')
      reasons.push(
        reasonOf('open', 'not_given', `Cannot say whether the queue ${address} is paused.`),
      )
    if (paused === true)
      reasons.push(
        reasonOf('no', 'would_fail', `The queue ${address} is paused: no request is solved.`),
      )
    const unread = solvers.find(({ may }) => may === null)
    const hasSolver = solvers.length === 0 || solvers.some(({ may }) => may === true)
    if (!hasSolver && unread !== undefined)
      reasons.push(
        reasonOf(
          'open',
          'not_given',
          `Cannot say whether a solver may solve the requests of the queue ${address}: ${unread.reason ?? 'its rights were not read.'}`,
        ),
      )
    if (!hasSolver && unread === undefined)
      reasons.push(
        reasonOf('no', 'would_fail', `No solver may solve the requests of the queue ${address}.`),
      )
    for (const row of assets) reasons.push(...assetReasons(row))
  }
  if (nowUnix - Date.parse(as_of) / 1_000 > oldSeconds)
    reasons.push(
      reasonOf('condition', 'expired', 'Nothing changed since it was read, more than an hour ago.'),
    )
  reasons.push(
    reasonOf(
      'condition',
      'stated',
      'The service and its node say what is so: vaultwright queue check proves the requests by a block hash that you bring.',
    ),
  )
  return verdictOf(reasons)
}

function assetReasons(row: WithdrawAssetData): readonly AnswerReason[] {
  const { matured, expired, instant, unpaid, left_out, shortfall, unknown_because } = row
  const name = row.symbol ?? row.asset
  const reasons: AnswerReason[] = []
  if (row.rate === null)
    reasons.push(
      reasonOf(
        'no',
        'would_fail',
        `${name}: the accountant gives no rate, so nothing is redeemed.`,
      ),
    )
  else if (instant === null)
    reasons.push(
      reasonOf(
        'open',
        'not_given',
        `Cannot say what is paid in ${name}: ${unknown_because ?? 'nothing was executed.'}`,
      ),
    )
  const short = unpaid.filter(({ because }) => because === 'cash').length
  const refused = unpaid.length - short
  if (short > 0)
    reasons.push(
      reasonOf(
        'no',
        'would_fail',
        `${name}: the cash does not pay every matured request: ${short} of ${matured.count} are not paid.`,
      ),
    )
  if (refused > 0)
    reasons.push(
      reasonOf(
        'no',
        'would_fail',
        `${name}: ${refused} of ${matured.count} matured requests are refused for their own sake.`,
      ),
    )
  if (left_out > 0)
    reasons.push(
      reasonOf(
        'open',
        'not_given',
        `Cannot say: ${left_out} matured requests in ${name} were not tried.`,
      ),
    )
  if (row.raw_shortfall !== null && BigInt(row.raw_shortfall) > 0n)
    reasons.push(
      reasonOf(
        'no',
        'would_fail',
        `${name}: ${shortfall} is lacking for what is open and matured, refunds and fees.`,
      ),
    )
  if (instant !== null && shortfall === null)
    reasons.push(
      reasonOf(
        'open',
        'not_given',
        `Cannot say whether ${name} is enough: refunds or fees are not known.`,
      ),
    )
  if (expired.count > 0)
    reasons.push(
      reasonOf(
        'note',
        'stated',
        `${name}: ${expired.count} expired; their shares stay with the queue until they are cancelled or replaced.`,
      ),
    )
  return reasons
}
