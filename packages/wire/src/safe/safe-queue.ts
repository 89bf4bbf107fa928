import Type, { type Static } from 'typebox'
import { address, anything, bytes, time, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { safeAccount } from './safe-account.ts'
import { safeStatement } from './safe-statement.ts'
import { safeTokens } from './safe-token.ts'

const uint = Type.String({ pattern: '^[0-9]{1,78}$', description: 'Whole number' })
const weight = Type.Enum(['no', 'incomplete', 'condition', 'note'])

const signature = Type.Object(
  { owner: address, signature: bytes },
  { title: 'SafeSignature', additionalProperties: false },
)
const refusal = Type.Object(
  {
    owner: { ...address, description: 'Whom the service states' },
    code: Type.String(),
    message: Type.String(),
  },
  { title: 'SafeSignatureRefusal', additionalProperties: false },
)
const reason = Type.Object(
  {
    weight,
    code: Type.String(),
    path: Type.Union([Type.String(), Type.Null()], {
      description: 'Of the call: `1.0` is the first call of the second; null for all',
    }),
    message: Type.String(),
  },
  { title: 'SafeReason', additionalProperties: false },
)
const finding = Type.Object(
  {
    weight: Type.Enum(['no', 'incomplete', 'note']),
    code: Type.String(),
    safe_tx_hash: Type.Union([word, Type.Null()], { description: 'Null where it is of none' }),
    nonce: Type.Union([uint, Type.Null()], { description: 'Null where it is about the list' }),
    message: Type.String(),
  },
  { title: 'SafeFinding', additionalProperties: false },
)
const listing = Type.Object(
  {
    service: Type.String(),
    read_at: time,
    quota_remaining: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Requests left, as the service says; null where it does not',
    }),
    is_cut: Type.Boolean({ description: 'True if the service has more than is read' }),
    failure: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it could not be read since; null where it could',
    }),
    rows: Type.Array(anything, {
      description: 'As the service gave them. Nothing in them is verified: judge them yourself',
    }),
  },
  { title: 'SafeListing', additionalProperties: false },
)

/** A transaction of a queue, judged. */
export const safeEntry = Type.Object(
  {
    safe_tx_hash: { ...word, description: 'Computed from the fields and the account' },
    stated_hash: Type.Union([bytes, Type.Null()], {
      description: "The service's word; null where it states none",
    }),
    nonce: uint,
    state: Type.Enum([
      'unverifiable',
      'dead',
      'awaiting',
      'ready',
      'ready_in_conflict',
      'queued',
      'blocked',
    ]),
    answer: Type.Enum(['yes', 'conditional', 'no', 'incomplete'], {
      description: 'May it be confirmed? No device takes part: each signer compares the hashes',
    }),
    vault_address: {
      ...address,
      description: 'Of several vaults of the Safe that whose Manager is called, else the first',
    },
    content_hash: word,
    intent_hash: { ...word, description: 'The same for the same calls at any nonce and gas' },
    signatures: Type.Array(signature, { description: 'One an owner; each holds at the block' }),
    refused: Type.Array(refusal),
    reasons: Type.Array(reason, { description: 'Heaviest first' }),
    is_trusted: Type.Boolean({ description: "The service's word" }),
    proposed_by_delegate: Type.Union([address, Type.Null()], {
      description: "The service's word; null where an owner proposed it, or nobody did",
    }),
    first_seen_at: Type.Union([time, Type.Null()], {
      description: 'Null for a row whose stated hash is forged',
    }),
    link: Type.Union([Type.String(), Type.Null()], {
      description: 'Into Safe{Wallet}; null where that does not serve the chain',
    }),
  },
  { title: 'SafeEntry', additionalProperties: false },
)

/** The ground on which entries are judged. */
const judgement = {
  account: safeAccount,
  is_proven: Type.Boolean({ description: 'True if the account is proven: `account` gives how' }),
  vault_address: address,
  root_hash: Type.Union([word, Type.Null()], {
    description: 'Of the tree that the calls are held against; null without one that is stored',
  }),
  tokens: safeTokens,
}

export const safeQueueResponse = dataOf(
  Type.Object(
    {
      ...judgement,
      next_nonce: { ...uint, description: 'The first that no proposed entry has' },
      findings: Type.Array(finding),
      entries: Type.Array(safeEntry, { description: 'In rising order of nonce' }),
      listings: Type.Array(listing),
    },
    { title: 'SafeQueue', additionalProperties: false },
  ),
  'SafeQueueResponse',
)

export const safeEntryResponse = dataOf(
  Type.Object(
    {
      ...judgement,
      entry: safeEntry,
      findings: Type.Array(finding),
      statement: Type.Union([safeStatement, Type.Null()], {
        description: 'As stated when it was proposed here; null where it was not',
      }),
    },
    { title: 'JudgedSafeEntry', additionalProperties: false },
  ),
  'SafeEntryResponse',
)

export const safeConfirmationRequest = Type.Object(
  {
    safe_tx_hash: word,
    signature: Type.String({
      pattern: '^0x[0-9a-fA-F]{130}$',
      description: "65 bytes of an owner, over the entry's typed data",
    }),
  },
  { title: 'SafeConfirmationRequest', additionalProperties: false },
)

/** A transaction of a queue. */
export type SafeEntryData = Static<typeof safeEntry>
/** A queue. */
export type SafeQueueData = Static<typeof safeQueueResponse>['data']
/** One transaction of a queue, and the ground on which it is judged. */
export type SafeJudgedEntryData = Static<typeof safeEntryResponse>['data']
