import type { JsonObject } from './component.ts'

const count = { type: 'integer', minimum: 0 } as const

/** Headers of answers, by name. */
export const headers: JsonObject = {
  'Cache-Control': {
    description:
      'How long the caller may keep the answer: a tree on chain never changes, a pending one is asked for anew',
    schema: { type: 'string', examples: ['private, max-age=31536000, immutable'] },
  },
  Deprecation: {
    description:
      'The operation is going to go: since when, in Unix seconds after `@`; `Link` names what replaces it and `Sunset` the day',
    schema: { type: 'string', examples: ['@1796083200'] },
  },
  ETag: {
    description: 'Of the body; send it back as `If-None-Match`',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'Requests a minute', schema: count },
  'RateLimit-Policy': {
    description: 'The limit and its window in seconds',
    schema: { type: 'string', examples: ['60;w=60'] },
  },
  'RateLimit-Remaining': {
    description: 'How many more may be asked now: the limit less those of the last 60 seconds',
    schema: count,
  },
  'RateLimit-Reset': {
    description:
      'Seconds until the oldest of the last 60 seconds no longer counts, so one more may be asked',
    schema: count,
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the next try',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate',
    schema: { type: 'string', examples: ['Bearer'] },
  },
  'X-Request-Id': {
    description: 'Names the request in our logs; tell it when you ask about an answer',
    schema: { type: 'string' },
  },
}
