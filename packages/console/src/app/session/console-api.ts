import { BaseError } from '@vaultwright/base'
import { type ConsoleOperationName, type ConsolePart, consoleOperations } from '@vaultwright/wire'

type OrUnknown<Value> = Value extends null ? unknown : Value

/** The request of a console operation: the fields of its path and of its body in one object. */
export type ConsoleRequest<Name extends ConsoleOperationName> = OrUnknown<
  ConsolePart<Name, 'params'>
> &
  OrUnknown<ConsolePart<Name, 'body'>>

/**
 * Asks an operation of the console as the signed-in user.
 *
 * @throws {ConsoleRefusal} with the server's code and sentence; {ConsoleAway} without an answer;
 * {MalformedResponseError} when the answer is not what the operation's schema says.
 */
export async function askConsole<Name extends ConsoleOperationName>(
  name: Name,
  request: ConsoleRequest<Name>,
): Promise<ConsolePart<Name, 'response'>> {
  const { method, path, body } = consoleOperations[name]
  const fields: Record<string, unknown> = { ...(request as object) }
  const url = path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(String(fields[field]))
    delete fields[field]
    return value
  })
  const answer = await send(url, { method, body: body === null ? null : JSON.stringify(fields) })
  if (!answer.ok) throw refusalOf(answer, await answer.json().catch(() => null))
  const text = await answer.text().catch(away)
  // The schemas of answers would weigh on every screen that can ask, before it is used.
  const { parseConsoleResponse } = await import('@vaultwright/client')
  return parseConsoleResponse(name, { status: answer.status, text })
}

type Sent = { readonly method: string; readonly body: string | null }

function send(url: string, { method, body }: Sent): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'x-vaultwright-console': '1',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  }
  return fetch(url, { method, body, headers, credentials: 'same-origin' }).catch(away)
}

function away(cause: unknown): never {
  throw new ConsoleAway(cause)
}

function refusalOf(answer: Response, value: unknown): ConsoleRefusal {
  const { error, detail, message } = Object(value) as {
    readonly error?: { readonly code: string; readonly message: string }
    readonly detail?: readonly { readonly msg: string }[]
    readonly message?: string
  }
  const sentence = error?.message ?? detail?.map(({ msg }) => msg).join(' ') ?? message
  return new ConsoleRefusal({
    status: answer.status,
    code: error?.code ?? (detail === undefined ? 'internal_error' : 'request_invalid'),
    message: sentence ?? `The service answered with ${answer.status}. Try again later.`,
    requestId: answer.headers.get('x-request-id'),
  })
}

type RefusalText = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly requestId: string | null
}

/** The service refused a request of the console; `code` is the service's, as `proof_needed`. */
export class ConsoleRefusal extends BaseError {
  override readonly code: string
  override readonly kind = 'not_permitted'
  readonly status: number
  readonly requestId: string | null

  constructor({ status, code, message, requestId }: RefusalText) {
    super({
      message,
      facts: { status, code, requestId },
      retryable: status === 429 || status >= 500,
    })
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

/** The service did not answer. */
export class ConsoleAway extends BaseError {
  override readonly code = 'console_away'
  override readonly kind = 'unavailable'

  constructor(cause: unknown) {
    super({
      message: 'The service does not answer. Check the network, and try again.',
      cause,
      retryable: true,
    })
  }
}
