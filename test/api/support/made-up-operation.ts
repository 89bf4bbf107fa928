import type { Operation } from '@vaultwright/wire'
import Type from 'typebox'

/** An operation of tests, which the document that answers are compared with knows too. */
export const madeUp: Operation = {
  method: 'POST',
  path: '/v1/made-up',
  area: 'data',
  role: 'viewer',
  summary: 'Made up',
  description: 'For tests',
  params: Type.Object({}),
  query: null,
  body: Type.Object({ text: Type.Optional(Type.String()) }, { additionalProperties: false }),
  response: Type.Object({ data: Type.String() }, { additionalProperties: false }),
  failures: [{ status: 422, code: null, when: 'Not as the schema says' }],
}
