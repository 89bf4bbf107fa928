import type { Fact, Facts } from '@vaultwright/base'
import type {
  Area,
  BuilderFailure,
  DataFailure,
  GatewayFailure,
  GatewayLimit,
  ValidationEntry,
} from '@vaultwright/wire'
import { requestPathOf } from './request-path.ts'

/** The body of an answer that is not a 200. Source: interface, 7.1. */
export type FailureBody =
  | BuilderFailure
  | DataFailure
  | GatewayFailure
  | GatewayLimit
  | { readonly detail: readonly ValidationEntry[] }

/** The content of an envelope. */
export type FailureContent = {
  readonly code: string
  readonly message: string
  readonly details?: Facts
}

/** Puts a failure into the envelope of its area. */
export function envelopeOf(area: Area, content: FailureContent): FailureBody {
  const details = (content.details ?? {}) as Record<string, Fact>
  if (area !== 'builder') {
    return { error: { code: content.code, message: content.message, details } }
  }
  if (content.details === undefined) return { detail: content.message }
  return { detail: { error: content.message, details: { code: content.code, ...details } } }
}

/** Makes the body of a 429. */
export function limitedBody(area: Area, seconds: number): FailureBody {
  const message = `Too many requests. Ask again in ${seconds} s.`
  if (area === 'builder') return { message, retry_after: seconds }
  return { error: { code: 'rate_limited', message, details: { retry_after: seconds } } }
}

/** Tells whose envelope a path has. */
export function areaOf(path: string): Area {
  return /^\/v1\/tx-builder(?![^/])/.test(requestPathOf(path)) ? 'builder' : 'data'
}
