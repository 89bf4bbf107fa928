import Type, { type Static } from 'typebox'
import { address, time, word } from './field.ts'
import { pageOf } from './page.ts'

/** 2.11: one root of one strategist. */
export const rootEntry = Type.Object(
  {
    root_hash: word,
    strategist: address,
    active: Type.Boolean(),
    set_at: Type.Union([time, Type.Null()]),
    set_tx_hash: Type.Union([word, Type.Null()]),
    leaf_count: Type.Union([Type.Integer(), Type.Null()]),
    links: Type.Object(
      { tree: Type.String({ description: 'Resource path; put /v1 before it' }) },
      { title: 'RootLinks', additionalProperties: false },
    ),
  },
  { title: 'RootEntry', additionalProperties: false },
)

/** 4.10. */
export const rootsResponse = pageOf(rootEntry, 'RootPage')

/** 2.11. */
export type WireRoot = Static<typeof rootEntry>
