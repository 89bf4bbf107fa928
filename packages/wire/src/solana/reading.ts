import { svmReadPlanSchema } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { base64, svmAddress, u64Text } from './field.ts'

const account = Type.Object(
  {
    lamports: u64Text,
    owner: svmAddress,
    executable: Type.Boolean(),
    data: base64,
  },
  { title: 'SvmReadAccount', additionalProperties: false },
)

/** The accounts of a Solana vault as a node answered them at one slot. */
export const svmReading = Type.Object(
  {
    version: Type.Union([Type.Literal(1), Type.Literal(2)], {
      description: '1 for days that were read without holdings',
    }),
    slot: u64Text,
    accounts: Type.Record(Type.String(), Type.Union([account, Type.Null()]), {
      description:
        'By address: the state, the share mint and the clock; in version 2 what holdings follow from, too',
    }),
    scope: Type.Optional({
      ...svmReadPlanSchema,
      title: 'SvmReadingScope',
      description: 'Which holdings were looked for, and what prices were told; in version 2',
    }),
  },
  { title: 'SvmReading', additionalProperties: false },
)

/** The reading of an entry: only where it was asked for, and only on `solana`. */
export const svmReadingField = Type.Optional(svmReading)

/** The accounts of a Solana vault as a node answered them at one slot. */
export type SvmReadingData = Static<typeof svmReading>
