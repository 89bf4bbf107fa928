import { BaseError } from '@vaultwright/base'

/** The base of a server's URLs. */
export type Base = {
  /** `https://api.example` */
  readonly origin: string
  /** Path before `/v1`, without a slash at its end; empty for none. */
  readonly prefix: string
}

/**
 * Reads the address of a server.
 *
 * @throws {BaseUrlError} when it is not an http(s) URL, or has a user, a query or a fragment.
 */
export function parseBaseUrl(text: string): Base {
  const url = urlOf(text)
  if (url === null) throw new BaseUrlError('is not a URL')
  if (!/^https?:$/.test(url.protocol)) throw new BaseUrlError('is not an http or https URL')
  if (url.username !== '' || url.password !== '') throw new BaseUrlError('holds a user or password')
  if (url.search !== '' || url.hash !== '') throw new BaseUrlError('has a query or a fragment')
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

/**
 * Reads an API key.
 *
 * @throws {ApiKeyError} when it has characters that no key has; the error does not hold the key.
 */
export function authorizationOf(text: string): string {
  if (!bearer.test(text)) throw new ApiKeyError(text)
  return `Bearer ${text}`
}

/** Source: RFC 6750, 2.1. */
const bearer = /^[A-Za-z0-9._~+/-]+=*$/

function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The address of the server cannot be used; it is not in the facts, for it may hold a password. */
export class BaseUrlError extends BaseError {
  override readonly code = 'client_base_url'
  override readonly kind = 'invalid_input'

  constructor(problem: string) {
    super({
      message: `The address of the server ${problem}. Give it like https://api.example, or with the path that stands before /v1.`,
      facts: { problem },
    })
  }
}

/** The API key cannot be one. */
export class ApiKeyError extends BaseError {
  override readonly code = 'client_api_key'
  override readonly kind = 'invalid_input'

  constructor(text: string) {
    super({
      message: `The API key ${text === '' ? 'is empty' : 'holds characters that no key has'}. Copy it without spaces, quotes or line ends.`,
      facts: { length: text.length },
    })
  }
}
