import Type, { type Static } from 'typebox'
import { anything } from './field.ts'

/** 2.15: one thing that is wrong with a request. */
export const validationEntry = Type.Object(
  {
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
    msg: Type.String(),
    type: Type.String(),
    input: Type.Optional(anything),
    ctx: Type.Optional(Type.Record(Type.String(), anything)),
  },
  { title: 'ValidationEntry', additionalProperties: false },
)

/** 2.15. */
export const validationFailure = Type.Object(
  { detail: Type.Array(validationEntry) },
  { title: 'ValidationError', additionalProperties: false },
)

/** 7.1: 401 and 403. */
export const gatewayFailure = Type.Object(
  { message: Type.String() },
  { title: 'GatewayError', additionalProperties: false },
)

/** 7.1: 429 on the builder. */
export const gatewayLimit = Type.Object(
  { message: Type.String(), retry_after: Type.Integer({ minimum: 1 }) },
  { title: 'GatewayLimit', additionalProperties: false },
)

/** 7.1: vault, root and tree endpoints. */
export const dataFailure = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String(),
        message: Type.String(),
        details: Type.Record(Type.String(), anything),
      },
      { title: 'DataErrorBody', additionalProperties: false },
    ),
  },
  { title: 'DataError', additionalProperties: false },
)

/** 7.1: builder endpoints. */
export const builderFailure = Type.Object(
  {
    detail: Type.Union([
      Type.String(),
      Type.Object(
        {
          error: Type.String(),
          details: Type.Union([Type.String(), Type.Record(Type.String(), anything)]),
        },
        { title: 'BuilderErrorBody', additionalProperties: false },
      ),
    ]),
  },
  { title: 'BuilderError', additionalProperties: false },
)

/** 2.15. */
export type ValidationEntry = Static<typeof validationEntry>
/** 7.1. */
export type GatewayFailure = Static<typeof gatewayFailure>
/** 7.1. */
export type GatewayLimit = Static<typeof gatewayLimit>
/** 7.1. */
export type DataFailure = Static<typeof dataFailure>
/** 7.1. */
export type BuilderFailure = Static<typeof builderFailure>
