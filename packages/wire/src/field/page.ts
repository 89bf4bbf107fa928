import Type, { type Static, type TSchema } from 'typebox'

/** 2.8: where a list goes on. */
export const page = Type.Object(
  {
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it back as `cursor`, with the same query; null at the end',
    }),
    page_size: Type.Integer(),
    has_more: Type.Boolean(),
  },
  { title: 'Page', additionalProperties: false },
)

/** 2.8. */
export type PageInfo = Static<typeof page>

/** `cursor` of a list. */
export const cursor = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'Opaque; `next_cursor` of the page before, with the same query',
  }),
)

/** `page_size` of a list. */
export const pageSize = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many at most' }),
)

/** Makes the schema of one page of a list. */
export function pageOf<Item extends TSchema>(item: Item, title: string) {
  return Type.Object({ data: Type.Array(item), page }, { title, additionalProperties: false })
}

/** Makes the schema of one resource. */
export function dataOf<Item extends TSchema>(item: Item, title: string) {
  return Type.Object({ data: item }, { title, additionalProperties: false })
}
