export { ApiKeyError, BaseUrlError } from './access.ts'
export {
  type BuildAnswer,
  type CalldataOf,
  calldataOf,
  type TransactionOf,
  transactionOf,
} from './build-answer.ts'
export { CallFieldError, type RequestOf } from './call.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type ListRequestOf,
} from './client.ts'
export { NetworkError, RedirectError, RequestTimeoutError } from './exchange.ts'
export type { Paged, PageLike } from './paging.ts'
export type { FetchFunction, Platform } from './platform.ts'
export {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  ResponseError,
  ServerError,
  UnauthenticatedError,
} from './refusal.ts'
export { MalformedResponseError, parseConsoleResponse, parseResponse } from './response.ts'
export { fetchWitness, WitnessFetchError, type WitnessOptions } from './witness.ts'
