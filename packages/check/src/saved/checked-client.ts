import { BaseError } from '@vaultwright/base'
import type { CallOptions, Client, RequestOf } from '@vaultwright/client'
import type { ResponseOf } from '@vaultwright/wire'
import type { AnswerReason } from '../verdict/verdict.ts'
import type { AnswerInputs } from './answer-input.ts'
import { parseSavedRequest, type SavedAnswerKind } from './request.ts'
import { type CheckedAnswer, checkSavedAnswer } from './saved-answer.ts'

/** The operations whose answers are checked, and the kinds that they answer. */
const checkedKinds = {
  execute: ['build', 'solana_build'],
  executeMultiple: ['build', 'solana_build'],
  createSwapQuote: ['quote', 'batch_quote'],
  buildMarketSwap: ['market', 'swap_batch'],
  buildLimitOrder: ['limit_order'],
  getTree: ['tree'],
  listDailyData: ['daily'],
  getPerformance: ['performance'],
} as const satisfies Readonly<Record<string, readonly SavedAnswerKind[]>>

type CheckedName = keyof typeof checkedKinds

/** The inputs that you hold yourself; a missing one is unknown. */
type GivenInputs = Partial<Omit<AnswerInputs, 'request' | 'nowUnix'>> & {
  /** Takes an answer that is open, too: read its reasons. */
  readonly isOpenAccepted?: boolean
}

/** An answer that follows, and with what it was found. */
type FollowingAnswer<Name extends CheckedName> = {
  readonly answer: ResponseOf<Name>
  readonly checked: CheckedAnswer
}

/** One method an operation whose answers are checked. */
type CheckedClient = {
  readonly [Name in CheckedName]: (
    request: RequestOf<Name>,
    given: GivenInputs,
    options?: CallOptions,
  ) => Promise<FollowingAnswer<Name>>
}

/**
 * Makes a client that gives only answers that follow from the request and from what you hold.
 *
 * @param now - the time in seconds since 1970: orders expire.
 * @returns methods that throw {AnswerNotFollowedError} for a No and, but for `isOpenAccepted`, for what is open.
 */
export function checkedClientOf(client: Client, now: () => number): CheckedClient {
  const methodOf = (name: CheckedName) => {
    const ask = client[name] as (fields: object, options?: CallOptions) => Promise<object>
    return async (fields: object, given: GivenInputs, options?: CallOptions) => {
      const request = parseSavedRequest(fields)
      const answer = await ask(fields, options)
      const { isOpenAccepted = false, ...held } = given
      const inputs = { ...nothingHeld, ...held, request, nowUnix: now() }
      const checked = checkSavedAnswer(JSON.stringify(answer), inputs, checkedKinds[name])
      if (checked.answer === 'yes' || (checked.answer === 'open' && isOpenAccepted))
        return { answer, checked }
      throw new AnswerNotFollowedError(name, checked)
    }
  }
  return Object.fromEntries(
    (Object.keys(checkedKinds) as CheckedName[]).map((name) => [name, methodOf(name)]),
  ) as unknown as CheckedClient
}

const nothingHeld = { tree: null, managerTree: null, quote: null, days: null, accounts: null }

/** An answer does not follow, or nobody can tell. */
export class AnswerNotFollowedError extends BaseError {
  override readonly code = 'answer_not_followed'
  override readonly kind = 'damaged_data'
  readonly checked: CheckedAnswer

  constructor(operation: string, checked: CheckedAnswer) {
    const worst = checked.reasons.filter(({ weight }: AnswerReason) => weight !== 'note')
    super({
      message: `The answer of \`${operation}\` ${
        checked.answer === 'no' ? 'does not follow' : 'cannot be told to follow'
      }: ${worst
        .slice(0, 3)
        .map(({ message }) => message)
        .join(' ')}`,
      facts: { operation, answer: checked.answer, reasons: worst },
    })
    this.checked = checked
  }
}
