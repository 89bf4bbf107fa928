import Type, { type Static } from 'typebox'
import { address, time, word } from '../field/field.ts'
import { pageOf } from '../field/page.ts'

/** 2.11: one root of one strategist. */
export const rootEntry = Type.Object(
  {
    root_hash: word,
    strategist: address,
    active: Type.Boolean(),
    set_at: Type.Union([time, Type.Null()], {
      description: 'When it was set; null where no event of it was read',
    }),
    set_tx_hash: Type.Union([word, Type.Null()], {
      description: 'The transaction that set it; null where no event of it was read',
    }),
    leaf_count: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null where the tree is not stored',
    }),
    block_number: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Of the block that set it last; null while it is pending',
    }),
    log_index: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Of its event: of two roots set in one block the greater came later; null where no event of it was read',
    }),
    replaced_at: Type.Union([time, Type.Null()], {
      description:
        "When the strategist's next root was set; null while it is active or pending, or when the time is not known",
    }),
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

const setLink = Type.Object(
  { tree: Type.String({ description: 'Resource path; put /v1 before it' }) },
  { title: 'RootChangeLinks', additionalProperties: false },
)

/** One time that a root was set on a Manager. */
export const rootChange = Type.Object(
  {
    root_hash: Type.String({
      ...word,
      description: 'The root that was set; 32 zero bytes take all rights away',
    }),
    strategist: address,
    set_at: Type.Union([time, Type.Null()], {
      description: 'When it was set; null where the time of its block was not read',
    }),
    block_number: Type.Integer(),
    log_index: Type.Integer(),
    set_tx_hash: Type.Union([word, Type.Null()], {
      description: 'The transaction that set it; null where it was not read',
    }),
    leaf_count: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null when the tree is not stored',
    }),
    links: setLink,
  },
  { title: 'RootChange', additionalProperties: false },
)

/** The changes of a vault's roots. */
export const rootChangesResponse = pageOf(rootChange, 'RootChangePage')

/** Roots that were pushed and are not on the Manager. */
export const pendingRootsResponse = Type.Object(
  { data: Type.Array(rootEntry) },
  { title: 'PendingRootList', additionalProperties: false },
)

/** One time that a root was set on a Manager. */
export type RootChangeData = Static<typeof rootChange>
