import Type, { type Static } from 'typebox'

/** 2.3: the valid combinations of an action's parameters. */
export const constraintsResponse = Type.Object(
  {
    route: Type.String(),
    constraints: Type.Array(Type.Record(Type.String(), Type.String()), {
      description: 'Each maps parameters to one value and is one valid combination',
    }),
  },
  { title: 'Constraints', additionalProperties: false },
)

/** 2.3. */
export type ConstraintsResponse = Static<typeof constraintsResponse>
