import Type, { type Static } from 'typebox'
import { address, chain, time } from '../field/field.ts'
import { dataOf } from '../field/page.ts'

const named = {
  chain: Type.Union([chain, Type.Null()], {
    description: 'Null for every chain of the EVM, as for the account of a key',
  }),
  address,
}

/** A name that the tenant gives to an account of its own. */
export const accountName = Type.Object(
  {
    ...named,
    name: Type.String(),
    named_by: Type.String({ description: 'The actor, as in the audit log' }),
    named_at: time,
  },
  { title: 'AccountName', additionalProperties: false },
)

/** An account and the name that it is to have. */
export const accountNameDraft = Type.Object(
  {
    ...named,
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "At most 60 characters: letters a to z, digits, single spaces and . _ - + # '",
      examples: ['Treasury Safe'],
    }),
  },
  { title: 'AccountNameDraft', additionalProperties: false },
)

/** An account whose name is to go. */
export const namedAccount = Type.Object(named, {
  title: 'NamedAccount',
  additionalProperties: false,
})

export const accountNameResponse = dataOf(accountName, 'AccountNameResponse')
export const accountNamesResponse = Type.Object(
  { data: Type.Array(accountName) },
  { title: 'AccountNameList', additionalProperties: false },
)

/** A name that the tenant gives to an account of its own. */
export type AccountNameData = Static<typeof accountName>
