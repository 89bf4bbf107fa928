import type { SessionCaller } from '@vaultwright/store'
import type { ConsoleOperationName, ConsolePart, consoleOperations } from '@vaultwright/wire'
import type { ApiContext } from '../service/context.ts'
import { sessionSecretOf } from './cookie.ts'

/** One request of the console, checked against the schemas of its operation. */
export type ConsoleCall<Name extends ConsoleOperationName> = {
  readonly params: ConsolePart<Name, 'params'>
  readonly body: ConsolePart<Name, 'body'>
  /** Null only where the operation needs no session. */
  readonly caller: (typeof consoleOperations)[Name]['role'] extends null
    ? SessionCaller | null
    : SessionCaller
  readonly context: ApiContext
  /** Of the caller, as the service sees it. */
  readonly address: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The answer of a console route with 200. */
export type ConsoleAnswer<Name extends ConsoleOperationName> = {
  readonly body: ConsolePart<Name, 'response'>
  readonly headers?: Readonly<Record<string, string>>
}

/** One operation of the console and what answers it. */
export type ConsoleHandler<Name extends ConsoleOperationName = ConsoleOperationName> = {
  readonly name: Name
  readonly answer: (call: ConsoleCall<Name>) => Promise<ConsoleAnswer<Name>>
}

/** Makes a route of an operation of the console. */
export function defineConsoleRoute<Name extends ConsoleOperationName>(
  name: Name,
  answer: ConsoleHandler<Name>['answer'],
): ConsoleHandler<Name> {
  return { name, answer }
}

/** Reads where a session begins: the browser, its address, and the session that it had. */
export function originOf(call: Pick<ConsoleCall<'signIn'>, 'headers' | 'address'>) {
  const { headers, address } = call
  return {
    userAgent: String(headers['user-agent'] ?? ''),
    address,
    replaced: sessionSecretOf(headers.cookie as string | undefined),
  }
}
