import type { Fact } from '@vaultwright/base'
import {
  builderFailure,
  dataFailure,
  gatewayFailure,
  gatewayLimit,
  type ValidationEntry,
  validationFailure,
} from '@vaultwright/wire'
import { Check } from 'typebox/schema'
import { type OpenSchema, openSchema } from './response.ts'

/** The content of an error answer, whatever envelope it came in. */
export type ErrorBody = {
  /** `vault_not_found` and the like; null when the body has none. */
  readonly reason: string | null
  /** The server's message; null when the body has no envelope that is known. */
  readonly message: string | null
  readonly details: Fact
  /** The problems of parts of the request; empty unless the server lists them. */
  readonly entries: readonly ValidationEntry[]
  /** Seconds that the body asks to wait; null when it does not. */
  readonly retryAfterSeconds: number | null
}

type Envelope = {
  readonly schema: object
  readonly read: (body: never) => Partial<ErrorBody>
}

/**
 * Reads the body of an error. Source: interface, 7.1.
 *
 * @returns what it says; all parts empty when it is not an envelope that the interface names.
 */
export function parseErrorBody(body: unknown): ErrorBody {
  const envelope = envelopes.find(({ schema }) => Check(schema, body))
  return { ...emptyErrorBody, ...envelope?.read(body as never) }
}

const emptyErrorBody: ErrorBody = {
  reason: null,
  message: null,
  details: null,
  entries: [],
  retryAfterSeconds: null,
}

type DataBody = {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly details: ErrorBodyDetails
  }
}
type ErrorBodyDetails = { readonly [key: string]: Fact }
type BuilderBody = { readonly detail: string | { readonly error: string; readonly details: Fact } }

// The richer shape first: open schemas see the poorer one in it, too.
const envelopes: readonly (Envelope & { readonly schema: OpenSchema })[] = (
  [
    {
      schema: dataFailure,
      read: ({ error }: DataBody) => ({
        reason: error.code,
        message: error.message,
        details: error.details,
        retryAfterSeconds: secondsOf(error.details.retry_after),
      }),
    },
    {
      schema: validationFailure,
      read: ({ detail }: { readonly detail: readonly ValidationEntry[] }) => ({
        message: detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '),
        entries: detail,
      }),
    },
    {
      schema: builderFailure,
      read: ({ detail }: BuilderBody) =>
        typeof detail === 'string'
          ? { message: detail }
          : {
              message: detail.error,
              details: detail.details,
              reason: codeOf(detail.details),
            },
    },
    {
      schema: gatewayLimit,
      read: ({
        message,
        retry_after,
      }: {
        readonly message: string
        readonly retry_after: number
      }) => ({
        message,
        retryAfterSeconds: retry_after,
      }),
    },
    { schema: gatewayFailure, read: ({ message }: { readonly message: string }) => ({ message }) },
  ] satisfies readonly Envelope[]
).map(({ schema, read }) => ({ schema: openSchema(schema), read }))

/** The builder's envelope has no place for a code: it stands among the details. */
function codeOf(details: Fact): string | null {
  const { code } = Object(details) as { readonly code?: unknown }
  return typeof code === 'string' ? code : null
}

function secondsOf(value: Fact | undefined): number | null {
  return typeof value === 'number' && value >= 0 ? value : null
}
