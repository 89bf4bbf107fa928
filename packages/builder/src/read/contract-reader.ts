import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type AbiValue, encodeCall, parseSignature } from '@vaultwright/manager'
import { parseFactCall } from '@vaultwright/protocols'
import { MalformedAnswerError, valueOfAnswer } from './answer.ts'

/** A call that reads and changes nothing. */
export type BlockCall = { readonly to: Address; readonly data: Hex }

/** The data that a call returned, or reverted with. */
export type BlockCallResult =
  | { readonly ok: true; readonly data: Hex }
  | { readonly ok: false; readonly data: Hex }

/** Answers many calls at one block, in their order: the only way to the chain. */
export type Reads = (calls: readonly BlockCall[]) => Promise<readonly BlockCallResult[]>

/** A question of one value. */
export type ReadContractParameters = {
  readonly to: Address
  /** With types of arguments, and the field that counts where it is not the first: `readTokens().pt`. */
  readonly call: string
  readonly arguments: readonly AbiValue[]
  /** As a tuple. */
  readonly returns: string
}

/** Asks one value; null when the call reverts or the account has no code. */
export type ReadContract = (question: ReadContractParameters) => Promise<AbiValue | null>

/** Opens a reader that sends questions of one moment together, and none twice. */
export function openContractReader(reads: Reads): ReadContract {
  const cache = new Map<string, Promise<BlockCallResult>>()
  const send = batchReads(reads)
  return async ({ to, call, arguments: values, returns }) => {
    const { signature, field } = parseFactCall(call)
    const data = encodeCall(parseSignature(signature), values)
    const key = `${to.toLowerCase()}${data}`
    const pending = cache.get(key) ?? send({ to, data })
    cache.set(key, pending)
    const answer = await pending
    // An account without code answers every call with nothing.
    if (!answer.ok || answer.data === '0x') return null
    try {
      return valueOfAnswer({ returns, field }, answer.data)
    } catch (error) {
      throw error instanceof MalformedAnswerError
        ? new UnreadableAnswerError(to, call, error)
        : error
    }
  }
}

type PendingRead = {
  readonly call: BlockCall
  readonly settle: (answer: Promise<BlockCallResult>) => void
}

/** Calls that are asked for before the next turn travel together. */
function batchReads(reads: Reads): (call: BlockCall) => Promise<BlockCallResult> {
  let waiting: PendingRead[] = []
  const flush = () => {
    const batch = waiting
    waiting = []
    const answers = reads(batch.map(({ call }) => call))
    for (const [index, { settle }] of batch.entries()) {
      settle(answers.then((all) => all[index] ?? Promise.reject(new MissingAnswerError())))
    }
  }
  return (call) =>
    new Promise((settle) => {
      waiting.push({ call, settle })
      if (waiting.length === 1) void Promise.resolve().then(flush)
    })
}

/** The answer of a contract is not of its type. */
export class UnreadableAnswerError extends BaseError {
  override readonly code = 'unreadable_answer'
  override readonly kind = 'unavailable'

  constructor(to: Address, call: string, cause: MalformedAnswerError) {
    super({
      message: `${to} answers ${call} with something else. ${cause.shortMessage}`,
      facts: { to, call, ...cause.facts },
      cause,
    })
  }
}

/** The chain left a question open. */
export class MissingAnswerError extends BaseError {
  override readonly code = 'missing_answer'
  override readonly kind = 'unavailable'

  constructor() {
    super({ message: 'The chain gave fewer answers than there were questions. Ask another node.' })
  }
}
