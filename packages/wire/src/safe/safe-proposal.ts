import Type, { type Static } from 'typebox'
import { address, anything, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { safeEntry } from './safe-queue.ts'
import { safeStatement } from './safe-statement.ts'

const { nonce, state, answer, link } = safeEntry.properties

/** The vault of the Safe whose tree judges the calls. */
export const judgingVault = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'A vault of the Safe by whose tree alone calls are judged. Default: that whose Manager they call',
  }),
)

export const safeProposalRequest = Type.Object(
  {
    batch: Type.Optional({
      ...anything,
      description: 'A batch file of the Safe web app. Give it or `evidence`',
    }),
    evidence: Type.Optional({
      ...anything,
      description: 'Evidence of one call of the Manager, in place of `batch`',
    }),
    vault_address: judgingVault,
    again: Type.Optional(
      Type.Boolean({ description: 'Propose once more what was proposed at a nonce that is used' }),
    ),
    allow_conditional: Type.Optional(
      Type.Boolean({ description: 'A Yes with conditions is enough. Default: false' }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Do everything but sign and send. Needs no key' }),
    ),
    signed: Type.Optional(
      Type.Object(
        {
          safe_tx_hash: { ...word, description: 'As a dry run names it' },
          signature: Type.String({
            pattern: '^0x[0-9a-fA-F]{130}$',
            description: '65 bytes over the typed data of the transaction',
          }),
        },
        {
          additionalProperties: false,
          description:
            "A wallet's signature, of an owner or a delegate, in place of the key of the service",
        },
      ),
    ),
  },
  { title: 'SafeProposalRequest', additionalProperties: false },
)

export const safeProposalResponse = dataOf(
  Type.Object(
    {
      outcome: Type.Enum([
        'proposed',
        'already_proposed',
        'would_propose',
        'conflict',
        'not_listed',
      ]),
      message: Type.String({ description: 'One sentence' }),
      state: Type.Union([state, Type.Null()], { description: 'Null where it is not listed' }),
      safe_tx_hash: word,
      nonce,
      answer,
      reasons: safeEntry.properties.reasons,
      delegate: Type.Union([address, Type.Null()], {
        description: 'The key of the service that proposes; null without one: give `signed`',
      }),
      statement: Type.Union([safeStatement, Type.Null()], {
        description: 'Null where nothing is stated: its execution is compared with it',
      }),
      statement_missing: Type.Union([Type.String(), Type.Null()], {
        description: 'Why nothing is stated; null where it is',
      }),
      link,
    },
    { title: 'SafeProposal', additionalProperties: false },
  ),
  'SafeProposalResponse',
)

export const safeWithdrawalResponse = dataOf(
  Type.Object(
    {
      safe_tx_hash: word,
      nonce,
      message: Type.String({ description: 'One sentence' }),
    },
    { title: 'SafeWithdrawal', additionalProperties: false },
  ),
  'SafeWithdrawalResponse',
)

/** Calls for a Safe, and by whose key they are proposed. */
export type SafeProposalRequest = Static<typeof safeProposalRequest>
/** The end of a proposal. */
export type SafeProposalData = Static<typeof safeProposalResponse>['data']
