import Type, { type Static } from 'typebox'

/** 2.1: whether the builder answers. */
export const healthResponse = Type.Object(
  { status: Type.Literal('healthy') },
  { title: 'Health', additionalProperties: false },
)

/** 2.1. */
export type HealthResponse = Static<typeof healthResponse>
