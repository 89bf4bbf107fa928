import { isUnlimited, type StandingAllowances } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { address } from './field.ts'

const allowanceEntry = Type.Object(
  {
    owner: { ...address, description: 'The vault, or one of its drones' },
    spender: { ...address, description: 'Who may take it' },
    token: address,
    raw_amount: Type.Union([Type.String({ pattern: '^[0-9]+$' }), Type.Null()], {
      description: 'Base units; null when the token did not say',
    }),
    is_unlimited: Type.Boolean({ description: '2^96 - 1 base units or more' }),
  },
  { title: 'StandingAllowance', additionalProperties: false },
)

/** The allowances of others on a vault and its drones. */
const allowanceFields = Type.Object({
  allowances: Type.Union([Type.Array(allowanceEntry), Type.Null()], {
    description:
      'Allowances above zero at `block_number`: of ERC-20 tokens and spenders that approve leaves of stored trees name, and that Approval events of these tokens name. Null where none was looked at',
  }),
  allowances_note: Type.Union([Type.String(), Type.Null()], {
    description: 'What was not looked at, or why; null for nothing',
  }),
})

/** As fields of an answer: services of earlier versions do not give them. */
export const optionalAllowanceFields = Type.Partial(allowanceFields).properties

/** The allowances of others on a vault and its drones. */
export type AllowanceData = Static<typeof allowanceFields>

/** Writes what others may take from a vault. */
export function allowanceDataOf(allowances: StandingAllowances | null): AllowanceData {
  if (allowances === null) return { allowances: null, allowances_note: notLookedAt }
  return {
    allowances: allowances.entries.map(({ owner, spender, token, amount }) => ({
      owner,
      spender,
      token,
      raw_amount: amount,
      is_unlimited: isUnlimited(amount),
    })),
    allowances_note: allowances.note,
  }
}

const notLookedAt = 'Allowances were not read on that day.'
