import type { Actor, KeyCaller, SessionCaller } from '@vaultwright/store'
import type { BodyOf, OperationName, ParamsOf, QueryOf, ResponseOf } from '@vaultwright/wire'
import type { ApiContext } from '../service/context.ts'
import type { TreeBody } from '../worker/tree-task.ts'

/** One request, checked against the schemas of its operation, from a caller who may ask. */
export type RouteRequest<Name extends OperationName> = {
  readonly params: ParamsOf<Name>
  readonly query: QueryOf<Name>
  readonly body: BodyOf<Name>
  readonly caller: KeyCaller | SessionCaller
  readonly context: ApiContext
  /** The tree of a large body, read already; null where it stands in the body. */
  readonly readTree: TreeBody['tree']
  readonly requestId: string
  /** Aborted when the caller hangs up, the time is over or the service shuts down. */
  readonly signal: AbortSignal
  /** Of the request, names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The answer of a route with 200, or the statement that the caller has it already. */
export type RouteAnswer<Name extends OperationName> =
  | { readonly body: ResponseOf<Name>; readonly headers?: Readonly<Record<string, string>> }
  /** JSON of the response, made before; bytes are UTF-8. */
  | {
      readonly text: string | Buffer
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly status: 304; readonly headers: Readonly<Record<string, string>> }

/** One operation and what answers it. */
export type RouteHandler<Name extends OperationName = OperationName> = {
  readonly name: Name
  readonly answer: (request: RouteRequest<Name>) => Promise<RouteAnswer<Name>>
}

/** Makes a route of an operation. */
export function defineRoute<Name extends OperationName>(
  name: Name,
  answer: RouteHandler<Name>['answer'],
): RouteHandler<Name> {
  return { name, answer }
}

/** Names a caller for the audit log. */
export function actorOf(caller: KeyCaller | SessionCaller): Actor {
  return 'keyId' in caller ? `key:${caller.keyId}` : `user:${caller.userId}`
}
