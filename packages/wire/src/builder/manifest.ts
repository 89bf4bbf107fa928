import Type, { type Static } from 'typebox'
import { anything } from '../field/field.ts'

const choice = Type.Union([
  Type.String(),
  Type.Array(Type.String(), {
    minItems: 2,
    maxItems: 2,
    description: 'Grouped form: what to show, and the value',
  }),
])

/** 2.2: one parameter of an action. */
export const parameterDefinition = Type.Object(
  {
    name: Type.String({ description: "Name to use in the execute request's `params`" }),
    type: Type.Enum(['str', 'int', 'float', 'Decimal']),
    description: Type.String(),
    required: Type.Boolean(),
    default_value: anything,
    choices: Type.Union([Type.Array(choice), Type.Null()], {
      description:
        '`[]` is free-form; null is optional and may be omitted; else the value must be one of the entries',
    }),
    min_value: Type.Union([Type.Number(), Type.Null()], {
      description: 'Minimum valid value; null for none',
    }),
    max_value: Type.Union([Type.Number(), Type.Null()], {
      description: 'Greatest valid value; null for none',
    }),
    omitToUseAll: Type.Boolean({
      description: "Omitting the parameter uses the vault's full balance of the token",
    }),
    acceptRawString: Type.Boolean({
      description: 'The value is forwarded as it is, without numeric conversion',
    }),
    unit: Type.Optional(
      Type.String({
        description:
          'Of an amount: the parameter whose token it counts in, or `native`; left out where it is neither',
      }),
    ),
    example: Type.Optional(
      Type.String({ description: 'A text of the form that the value takes; never a default' }),
    ),
    suggestions: Type.Optional(
      Type.Array(
        Type.Array(Type.String(), {
          minItems: 2,
          maxItems: 2,
          description: 'What people call it, and the value',
        }),
        { description: 'Usual values; any other may be given as well' },
      ),
    ),
  },
  { title: 'ParameterDefinition', additionalProperties: false },
)

/** 2.2: one action. */
export const manifestAction = Type.Object(
  {
    name: Type.String(),
    protocol: Type.String(),
    protocol_app_url: Type.String({ description: "The protocol's app; empty when there is none" }),
    description: Type.String(),
    is_possible: Type.Optional(
      Type.Literal(true, {
        description:
          'The leaves fit the action, but nothing tells that their accounts are of this protocol: others have the function as well',
      }),
    ),
    has_constraints: Type.Boolean({
      description:
        'Parameters are correlated: the constraints endpoint gives the valid combinations',
    }),
    params: Type.Array(parameterDefinition),
  },
  { title: 'ManifestAction', additionalProperties: false },
)

/** 2.2: actions by route. */
export const manifestResponse = Type.Record(Type.String(), manifestAction, {
  title: 'Manifest',
  description: 'Actions by route, `<protocol_group>/<action>`',
})

/** 2.2. */
export type ManifestResponse = Static<typeof manifestResponse>

/** 2.2: one action. */
export type WireAction = Static<typeof manifestAction>
